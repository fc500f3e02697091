// Copying a text. The clipboard of the browser is closed to pages that came by plain HTTP, as on a
// phone in the same network; selecting a field and copying it still works there.

export async function copy(text: string): Promise<void> {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else copyFromField(text);
}

function copyFromField(text: string): void {
  const field = document.createElement('textarea');
  field.value = text;
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
