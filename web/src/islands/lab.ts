import { h, hydrate } from 'preact';
import type { App } from '../app';
import { Lab } from '../features/lab/Lab';
import type { LabProps } from '../lib/content';
import type { LiveData } from '../lib/live';
import { propsOf, rootOf } from './parts';

const connect = (): Promise<App> => import('../app').then(({ app }) => app);

/** Wakes a lab, and with it the numbers of the text beside it, if there is one. */
export async function wakeLab(island: HTMLElement): Promise<void> {
  const props = propsOf<LabProps>(island);
  hydrate(h(Lab, { ...props, connect }), rootOf(island));
  const data = document.querySelector('script[data-live]')?.textContent;
  if (!data) return;
  const { follow } = await import('../features/live/live');
  await follow(JSON.parse(data) as LiveData, connect);
}
