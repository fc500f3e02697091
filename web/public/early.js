// Before anything is drawn: the colours that somebody has chosen, so that nothing flashes.
document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'system';
