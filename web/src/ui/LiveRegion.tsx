/** The one standing polite region of an island: it is there from the start, since regions added later stay unread. */
export function LiveRegion({ text, turn }: { text: string; turn: number }) {
  return (
    <p class="visually-hidden" role="status" aria-live="polite">
      {/* Keyed, so that the same words said again are heard again. */}
      <span key={turn}>{text}</span>
    </p>
  );
}
