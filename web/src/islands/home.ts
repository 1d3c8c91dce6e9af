import { h, hydrate } from 'preact';
import { Home, type HomeProps } from '../features/home/Home';
import { propsOf, rootOf } from './parts';

/** Wakes the figure of the home page. */
export function wakeHome(island: HTMLElement): void {
  hydrate(h(Home, propsOf<HomeProps>(island)), rootOf(island));
}
