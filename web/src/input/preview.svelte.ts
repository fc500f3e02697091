// A look at what an action would do: asked for once, and shown as long as it is wanted.

import type { Preview } from '../api/types';
import type { LegalAction } from './picks';

export type Spot = Preview['way'][number];

/** Where the look of the board after an action comes from. */
export interface PreviewSource {
  preview?(action: string, signal: AbortSignal): Promise<Preview>;
}

export class PreviewLoader {
  shown = $state.raw<Preview | null>(null);
  private known = new Map<string, Preview>();
  private looking: AbortController | null = null;

  constructor(private readonly source: PreviewSource) {}

  /** Looks at an action after *delay* milliseconds, unless something else is looked at by then. */
  look(action: LegalAction, delay: number, then?: (preview: Preview) => void): void {
    this.looking?.abort();
    const looking = new AbortController();
    this.looking = looking;
    const show = (preview: Preview) => {
      if (looking.signal.aborted) return;
      this.shown = preview;
      then?.(preview);
    };
    const known = this.known.get(action.text);
    if (known) show(known);
    else setTimeout(() => void this.fetch(action, looking.signal).then((p) => p && show(p)), delay);
  }

  /** Shows the position as it is. */
  hide(): void {
    this.looking?.abort();
    this.looking = null;
    this.shown = null;
  }

  /** Knows nothing any more: there is another position. */
  forget(): void {
    this.known = new Map();
  }

  private async fetch(action: LegalAction, signal: AbortSignal): Promise<Preview | null> {
    if (signal.aborted || !this.source.preview) return null;
    const { known } = this; // of this position, whatever comes meanwhile
    const preview = await this.source.preview(action.text, signal).catch(() => null);
    if (preview) known.set(action.text, preview);
    return preview;
  }
}
