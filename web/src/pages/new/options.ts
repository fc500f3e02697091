// Options of a game: only those that are not as usual are told to the server.
import type { Option } from '../../api/types';

export type Chosen = Readonly<Record<string, string>>;

/** The choice with another value of one option; null is as usual. */
export function withOption(chosen: Chosen, option: Option, value: string | null): Chosen {
  const { [option.name]: _, ...others } = chosen;
  if (value === null || value === option.default) return others;
  const { [option.replaces ?? '']: __, ...kept } = others;
  return { ...kept, [option.name]: value };
}

/** Whether everything is chosen that a choice of letters needs. */
export function isComplete(options: readonly Option[], chosen: Chosen): boolean {
  return options.every(
    ({ name, letters, fewest }) => !letters || (chosen[name]?.length ?? fewest) >= fewest,
  );
}
