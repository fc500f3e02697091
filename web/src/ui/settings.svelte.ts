// Preferences, kept in this browser. Each setting has a name, its choices and a default.

export const LEVELS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;
const CHOICES = {
  theme: ['system', 'light', 'dark'],
  view: ['3d', 'flat', 'text'],
  confirm: ['touch', 'always', 'never'],
  sounds: ['off', 'on'],
  animation: ['system', 'on', 'off'],
  reactions: ['on', 'off'],
  notify: ['off', 'on'],
  level: LEVELS,
} as const;
const USUAL_LEVEL = '3'; // of all others the first choice is usual

export type Setting = keyof typeof CHOICES;
export type Choice<Name extends Setting> = (typeof CHOICES)[Name][number];
type Settings = { [Name in Setting]: Choice<Name> };
export type View = Choice<'view'>;
export type Level = Choice<'level'>;

const kept = $state<Settings>({
  theme: loadSetting('theme'),
  view: loadSetting('view'),
  confirm: loadSetting('confirm'),
  sounds: loadSetting('sounds'),
  animation: loadSetting('animation'),
  reactions: loadSetting('reactions'),
  notify: loadSetting('notify'),
  level: loadSetting('level'),
});
const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const calmSystem = matchMedia('(prefers-reduced-motion: reduce)');
const system = $state({ dark: darkSystem.matches, calm: calmSystem.matches });
darkSystem.addEventListener('change', ({ matches }) => {
  system.dark = matches;
});
calmSystem.addEventListener('change', ({ matches }) => {
  system.calm = matches;
});

export function setting<Name extends Setting>(name: Name): Settings[Name] {
  return kept[name];
}

export function prefer<Name extends Setting>(name: Name, choice: Settings[Name]): void {
  kept[name] = choice;
  localStorage.setItem(name, choice);
  if (name === 'theme') applyTheme();
}

export function isChoice<Name extends Setting>(name: Name, text: unknown): text is Settings[Name] {
  return (CHOICES[name] as readonly unknown[]).includes(text);
}

/** Whether the page is dark now. */
export function night(): boolean {
  return kept.theme === 'system' ? system.dark : kept.theme === 'dark';
}

/** Whether nothing should move. */
export function isMotionReduced(): boolean {
  return kept.animation === 'system' ? system.calm : kept.animation === 'off';
}

/** Tells the style sheet which theme is wanted. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = kept.theme;
}

function loadSetting<Name extends Setting>(name: Name): Settings[Name] {
  const text = localStorage.getItem(name);
  const usual = name === 'level' ? USUAL_LEVEL : CHOICES[name][0];
  return isChoice(name, text) ? text : (usual as Settings[Name]);
}
