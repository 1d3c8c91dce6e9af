/** A place in a page where the client renders: its props as JSON, and the same markup that they give there. */
import type { ComponentChildren } from 'preact';
import { scriptJson } from '../html';

export interface IslandProps {
  /** The feature that wakes it up (web/src/main.ts). */
  name: 'lab' | 'home';
  props: object;
  children: ComponentChildren;
}

export function Island({ name, props, children }: IslandProps) {
  return (
    <div data-island={name} class={`island island--${name}`}>
      <script type="application/json" dangerouslySetInnerHTML={{ __html: scriptJson(props) }} />
      <div data-root>{children}</div>
    </div>
  );
}
