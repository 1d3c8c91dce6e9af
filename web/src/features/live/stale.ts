/** The quiet line that says when the text does not show what the lab's controls say. */
const REFUSED = 'The lab’s present setting is refused. The text shows the last valid one.';
const APART =
  'An example in the text cannot take the lab’s present setting. It shows the last one that it could take.';

export class Stale {
  private readonly line = document.querySelector<HTMLElement>('[data-stale]');
  private readonly behind = new Set<string>();

  /** `what` is a run's name, or '' for the lab itself. */
  set(what: string, isBehind: boolean): void {
    if (isBehind) this.behind.add(what);
    else this.behind.delete(what);
    if (!this.line) return;
    this.line.hidden = this.behind.size === 0;
    this.line.textContent = this.line.hidden ? '' : this.behind.has('') ? REFUSED : APART;
  }
}
