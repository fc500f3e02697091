// Studies that were begun in this browser, as records: a reload loses nothing.
import type { RecordData } from '../../api/types';

const NAME = 'study-';

export function loadStudy(place: string): RecordData | null {
  try {
    const record: unknown = JSON.parse(localStorage.getItem(NAME + place) ?? 'null');
    return isRecord(record) ? record : null;
  } catch {
    return null;
  }
}

export function keep(place: string, record: RecordData): void {
  try {
    localStorage.setItem(NAME + place, JSON.stringify(record));
  } catch {
    // The browser has no room left: the study goes on, it only is not kept.
  }
}

export function forget(place: string): void {
  localStorage.removeItem(NAME + place);
}

function isRecord(data: unknown): data is RecordData {
  const { game, turns } = (data ?? {}) as Partial<Record<string, unknown>>;
  return typeof game === 'string' && Array.isArray(turns);
}
