// Everything the page itself says, in five languages. The keys of the English file are the type of
// all: a missing key does not compile. Sentences about games come from the server.
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import it from './it.json';

export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
} as const;
export type Language = keyof typeof LANGUAGES;
type Words = typeof en;
type Area = keyof Words;
export type Key = { [A in Area]: `${A}.${keyof Words[A] & string}` }[Area];

const ALL: Record<Language, Words> = { en, de, fr, es, it };
let current = $state<Language>('en');

export function isLanguage(text: string | undefined): text is Language {
  return text !== undefined && text in ALL;
}

export function language(): Language {
  return current;
}

export function speak(wanted: Language): void {
  current = wanted;
  document.documentElement.lang = wanted;
}

/** Says something of the page, with `{name}` replaced by parameters. */
export function t(key: Key, params: Readonly<Record<string, string | number>> = {}): string {
  const [area, name] = key.split('.') as [Area, never];
  const sentence: string = ALL[current][area][name];
  return sentence.replace(/\{(\w+)\}/g, (whole, param: string) => String(params[param] ?? whole));
}
