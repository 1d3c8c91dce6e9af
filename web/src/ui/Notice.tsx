/** Something the reader should know, in place. Its kind is said in words by the text, never by colour alone. */
import type { ComponentChildren } from 'preact';

export interface NoticeProps {
  kind?: 'info' | 'warning';
  title?: string;
  onClose?: () => void;
  children: ComponentChildren;
}

export function Notice({ kind = 'info', title, onClose, children }: NoticeProps) {
  return (
    <div class={`notice notice--${kind}`}>
      {title && <p class="notice__title">{title}</p>}
      <div class="notice__body">{children}</div>
      {onClose && (
        <button type="button" class="button button--quiet" onClick={onClose}>
          Dismiss
        </button>
      )}
    </div>
  );
}
