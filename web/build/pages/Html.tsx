/** HTML that the build has made from Markdown, put into a template as it is. */
export function Html({ html, class: name }: { html: string; class?: string }) {
  return <div class={name} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The same within a line. */
export function InlineHtml({ html }: { html: string }) {
  return <span dangerouslySetInnerHTML={{ __html: html }} />;
}
