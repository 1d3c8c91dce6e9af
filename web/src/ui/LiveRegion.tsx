/** The one standing polite region of an island: it is there from the start, since regions added later stay unread. */
export function LiveRegion({ text }: { text: string }) {
  return (
    <p class="visually-hidden" role="status" aria-live="polite">
      {text}
    </p>
  );
}
