// How a player chooses an action: pick by pick, with a look at what it would do. Everything that
// has a board (games, study, set-up, lessons) chooses in this one way.
import { untrack } from 'svelte';
import type { Actions } from '../api/types';
import type { Scene } from '../scene/scene';
import { setting } from '../ui/settings.svelte';
import { guessActions } from './guesses';
import { type InputKind, type LegalAction, Picks } from './picks';
import { PreviewLoader, type PreviewSource, type Spot } from './preview.svelte';

/** Why something cannot be picked; an empty sentence means that the reason is not known. */
export interface Refusal {
  readonly sentence: string;
  readonly rule: string | null;
}

/** What a page with a board does for Choosing. */
export interface ChoosingHost extends PreviewSource {
  /** An action has been chosen. */
  play(action: LegalAction): unknown;
  /** There is no pick to take back; perhaps there is an earlier action. */
  back?(): unknown;
  /** Why an action is forbidden, or null if it is not. */
  why?(action: string): Promise<Refusal | null>;
}

const POINTING_MS = 60; // of pointing before a preview is asked for
const NO_PICKS = new Picks([], {});

/** The legal actions one by one, as picks need them. */
export function listActions({ texts, picks, descriptions }: Actions): readonly LegalAction[] {
  return texts.map((text, nth) => ({
    text,
    picks: picks[nth] ?? [],
    description: descriptions[nth] ?? '',
  }));
}

export class Choosing {
  picks = $state.raw(NO_PICKS);
  refusal = $state.raw<Refusal | null>(null);
  /** A complete action that the player still has to confirm. */
  waiting = $state.raw<LegalAction | null>(null);
  /** Actions that differ only in the last button, such as the ways to turn a piece. */
  alternatives = $state.raw<readonly LegalAction[]>([]);

  private scene: Scene | null = null;
  private all = $state.raw<readonly LegalAction[]>([]);
  private key = '';
  private pointed: readonly string[] = [];
  private wanted = ''; // the button that was chosen or turned to last
  private hasTurned = false;
  private readonly previews: PreviewLoader;

  constructor(private readonly host: ChoosingHost) {
    this.previews = new PreviewLoader(host);
  }

  /** How it would look after what is pointed at or waits. */
  get preview(): Scene | null {
    return this.previews.shown?.scene ?? null;
  }

  /** The way that a piece would go in the preview. */
  get way(): readonly Spot[] {
    return this.previews.shown?.way ?? [];
  }

  /** Offers the actions of a position; what was picked is kept when the same is offered again. */
  offer(scene: Scene, actions: readonly LegalAction[], key: string): void {
    untrack(() => {
      const isSame = this.key === key;
      const again = new Picks(actions, scene.buttons, isSame ? this.picks.picked : []);
      if (!isSame) this.forget();
      this.scene = scene;
      this.all = actions;
      this.key = key;
      const isStillThere = again.left.length > 0;
      if (isStillThere && this.waiting && isSame) this.picks = again;
      else this.setPicks(isStillThere ? again : new Picks(actions, scene.buttons));
    });
  }

  /** Takes nothing, as long as another player is to move or a command is on its way. */
  disable(scene: Scene): void {
    untrack(() => {
      this.scene = scene;
      this.all = [];
      this.setPicks(NO_PICKS);
    });
  }

  /** What can be picked first, also while something else is in hand. */
  get firsts(): ReadonlySet<string> {
    return new Set(this.all.flatMap((action) => action.picks.slice(0, 1)));
  }

  pick(ids: readonly string[], means: InputKind): void {
    this.refusal = null;
    if (this.picks.left.length === 0) return;
    const chosen = this.picks.pickAny(ids);
    if (chosen) this.take(chosen, means);
    else if (this.isRepeated(ids)) this.repeatPick();
    else this.replacePick(ids, means);
  }

  /** Plays what waits, or what is complete. */
  confirm(): void {
    if (this.waiting) this.play(this.waiting);
  }

  /** Takes the last pick back; without one, the last action. */
  back(): void {
    this.refusal = null;
    if (this.picks.picked.length > 0) this.setPicks(this.picks.back());
    else this.host.back?.();
  }

  /** Lets go of everything that was picked. */
  drop(): void {
    if (this.picks.picked.length > 0) this.setPicks(this.picks.back());
    if (this.picks.picked.length > 0) this.drop();
  }

  /** Shows an action as if the player had picked it, so that it has only to be confirmed. */
  propose(text: string): void {
    const action = this.all.find((legal) => legal.text === text);
    if (!action) return;
    const buttons = this.scene?.buttons ?? {};
    const end = action.picks.findIndex((id) => id in buttons);
    const picked = end > 0 ? action.picks.slice(0, end) : action.picks;
    this.refusal = null;
    this.setPicks(new Picks(this.all, buttons, picked));
    const choices = this.choices(this.picks);
    this.wanted = action.picks.at(-1) ?? '';
    this.alternatives = choices;
    this.waiting = action;
    this.previews.look(action, 0);
  }

  /** Goes to the next (1) or previous (-1) of equal choices, for instance to turn a piece. */
  turn(step: number): void {
    const choices = this.waiting ? this.alternatives : this.choicesAt(this.pointed);
    if (choices.length < 2) return;
    const at = choices.indexOf(this.preferred(choices));
    const chosen = choices.at((at + step) % choices.length);
    if (!chosen) return;
    this.wanted = chosen.picks.at(-1) ?? '';
    this.hasTurned = true;
    if (this.waiting) this.waiting = chosen;
    this.previews.look(chosen, 0);
  }

  /** Plays an action that the player has typed, or says why it cannot be played. */
  say(text: string): void {
    this.refusal = null;
    const wanted = text.trim();
    const action = this.all.find((legal) => legal.text.toLowerCase() === wanted.toLowerCase());
    if (action) this.play(action);
    else if (wanted) void this.explain(wanted);
  }

  /** Shows what a pick would do. */
  point(ids: readonly string[]): void {
    this.pointed = ids;
    if (this.waiting) return;
    const choices = this.choicesAt(ids);
    if (choices.length > 0) this.previews.look(this.preferred(choices), POINTING_MS);
    else this.previews.hide();
  }

  private take(picks: Picks, means: InputKind): void {
    this.setPicks(picks);
    const choices = this.choices(picks);
    const [only] = choices;
    if (!only) return;
    const chosen = this.preferred(choices);
    const isClear = choices.length === 1 || this.hasTurned;
    if (isClear && !mustConfirm(means)) this.play(chosen);
    else this.wait(choices, chosen, means);
  }

  /** Lets an action wait; one that leaves the turn open can still be taken back and need not. */
  private wait(choices: readonly LegalAction[], chosen: LegalAction, means: InputKind): void {
    this.alternatives = choices;
    this.waiting = chosen;
    const before = this.scene;
    this.previews.look(chosen, 0, (preview) => {
      const isOpen = before !== null && mover(before) === mover(preview.scene);
      const isSure = means === 'touch' && setting('confirm') === 'touch' && choices.length === 1;
      if (isOpen && isSure && this.waiting === chosen) this.play(chosen);
    });
  }

  private play(action: LegalAction): void {
    this.wanted = action.picks.at(-1) ?? '';
    this.hasTurned = false;
    this.waiting = null;
    this.alternatives = [];
    this.host.play(action);
  }

  /** Keeps picks, and lets go of what belonged to the picks before. */
  private setPicks(picks: Picks): void {
    this.picks = picks;
    this.waiting = null;
    this.alternatives = [];
    this.previews.hide();
  }

  private forget(): void {
    this.refusal = null;
    this.previews.forget();
  }

  private isRepeated(ids: readonly string[]): boolean {
    const last = this.picks.picked.findLast((id) => !(id in (this.scene?.buttons ?? {})));
    return last !== undefined && ids.includes(last);
  }

  private repeatPick(): void {
    if (this.waiting) this.confirm();
    else this.back();
  }

  /** Chooses something else in the place of an earlier pick, or says why that cannot be. */
  private replacePick(ids: readonly string[], means: InputKind): void {
    for (let picks = this.picks; picks.picked.length > 0; ) {
      picks = picks.back();
      const chosen = picks.pickAny(ids);
      if (chosen) {
        this.take(chosen, means);
        return;
      }
    }
    void this.refuse(ids);
  }

  private async refuse(ids: readonly string[]): Promise<void> {
    const { picks, scene } = this;
    if (!scene || ids.length === 0) return;
    await this.explain(guessActions(picks, scene, ids)[0]);
  }

  private async explain(action: string | undefined): Promise<void> {
    const picks = this.picks;
    const reason = action === undefined ? null : await this.host.why?.(action).catch(() => null);
    if (this.picks === picks) this.refusal = reason ?? { sentence: '', rule: null };
  }

  private choicesAt(ids: readonly string[]): readonly LegalAction[] {
    const picks = ids.length > 0 ? this.picks.pickAny(ids) : undefined;
    return picks ? this.choices(picks) : [];
  }

  /** The actions that are left when they differ in nothing or in one last button only. */
  private choices(picks: Picks): readonly LegalAction[] {
    const at = picks.picked.length;
    const buttons = this.scene?.buttons ?? {};
    const isLast = (action: LegalAction) =>
      action.picks.slice(at).every((id, nth) => nth === 0 && id in buttons);
    const left = picks.left;
    return at > 0 && left.every(isLast) ? left : [];
  }

  private preferred(choices: readonly LegalAction[]): LegalAction {
    const liked = choices.find((action) => action.picks.at(-1) === this.wanted);
    return liked ?? (choices[0] as LegalAction);
  }
}

function mustConfirm(means: InputKind): boolean {
  const wanted = setting('confirm');
  return wanted === 'always' || (wanted === 'touch' && means === 'touch');
}

function mover(scene: Scene): string | undefined {
  return scene.seats.find((seat) => seat.to_move)?.id;
}
