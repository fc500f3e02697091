// Where the page is. Every state has an address: /LANGUAGE/PLACE/REST?query#anchor.
import { isLanguage, type Language, language, speak } from './i18n/words.svelte';

export type Place =
  | 'start'
  | 'new'
  | 'game'
  | 'join'
  | 'study'
  | 'setup'
  | 'rules'
  | 'learn'
  | 'about'
  | 'lost';
const PLACES: readonly Place[] = [
  'start',
  'new',
  'game',
  'join',
  'study',
  'setup',
  'rules',
  'learn',
  'about',
];

export interface Route {
  readonly place: Place;
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
  readonly anchor: string;
}

let here = $state.raw<Route>(read());

export function route(): Route {
  return here;
}

/** The address of a place: `at('rules', ['towers'], {}, 'T7')`. */
export function at(
  place: Place,
  rest: readonly string[] = [],
  query: Readonly<Record<string, string>> = {},
  anchor = '',
  wanted: Language = language(),
): string {
  const path = [
    '',
    wanted,
    ...(place === 'start' ? [] : [place]),
    ...rest.map(encodeURIComponent),
  ].join('/');
  const search = new URLSearchParams(query).toString();
  return `${path}${search && `?${search}`}${anchor && `#${anchor}`}`;
}

/** Goes somewhere; with `replace`, what was shown is not kept in the history. */
export function go(address: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  arrive();
}

/** Shows the same place in another language, from now on. */
export function translate(wanted: Language): void {
  localStorage.setItem('language', wanted);
  const { place, rest, query, anchor } = here;
  go(at(place, rest, Object.fromEntries(query), anchor, wanted), { replace: true });
}

/** Changes the query of the address and leaves the rest; an empty text takes a key away. */
export function ask(changes: Readonly<Record<string, string>>, { replace = false } = {}): void {
  const { place, rest, query, anchor } = here;
  const all = { ...Object.fromEntries(query), ...changes };
  const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  go(at(place, rest, kept, anchor), { replace });
}

/** Makes links of the page and the back button stay inside the page. */
export function listen(): void {
  addEventListener('popstate', arrive);
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isOurs =
      link?.origin === location.origin &&
      !link.target &&
      !link.download &&
      !link.pathname.startsWith('/api/');
    if (!isOurs || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
    event.preventDefault();
    go(link.href);
  });
  arrive();
}

function arrive(): void {
  const [, first] = location.pathname.split('/');
  speak(isLanguage(first) ? first : preferred());
  here = read();
}

function preferred(): Language {
  const wanted = [localStorage.getItem('language') ?? '', ...navigator.languages];
  return wanted.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

function read(): Route {
  const parts = location.pathname.split('/').filter(Boolean).map(decodePart);
  const [place, ...rest] = isLanguage(parts[0]) ? parts.slice(1) : parts;
  return {
    place: PLACES.find((known) => known === (place ?? 'start')) ?? 'lost',
    rest,
    query: new URLSearchParams(location.search),
    anchor: location.hash.slice(1),
  };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a lone % is no reason to show nothing
  }
}
