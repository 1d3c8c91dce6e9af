/** What holds for every lab, looped over the registry. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Param } from '../../web/src/core/types';
import { browserAndSite, models, native, outputs, settled, visibleText, visit } from './support';

const at = browserAndSite();

const NEVER = /\bNaN\b|\bundefined\b|\bInfinity\b|\[object /;
const BAD = ['', 'abc', '12abc', '0x10', 'NaN', 'Infinity', '1e999', '--1', '1e400'];

const isNumber = (param: Param) => param.kind === 'real' || param.kind === 'int';

/** The text field of a parameter; advanced ones are unfolded first. */
async function field(page: Page, id: string) {
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('.lab details')) fold.open = true;
  });
  return page.locator(`.lab input[type="text"][name="${id}"]`);
}

async function type(page: Page, id: string, text: string): Promise<string> {
  const input = await field(page, id);
  await input.fill(text);
  await input.press('Enter');
  return settled(page);
}

/** The message at a control: what its field says is wrong with it. */
async function message(page: Page, id: string): Promise<string> {
  const input = await field(page, id);
  const ids = (
    (await input.getAttribute('aria-errormessage')) ??
    (await input.getAttribute('aria-describedby')) ??
    ''
  ).split(' ');
  const texts = await Promise.all(
    ids.filter(Boolean).map((at) => page.locator(`[id="${at}"]`).textContent()),
  );
  return texts.join(' ');
}

describe.each(models)('lab $id', (model) => {
  const path = `labs/${model.id}/`;

  test('opens with the numbers of the core, and no errors', async () => {
    const { page, errors, outside, close } = await visit(at, path);
    expect(await settled(page)).toBe('ready');
    const shown = await outputs(page);
    expect(Object.keys(shown).sort()).toEqual(model.scalars.map(({ id }) => id).sort());
    expect(await visibleText(page)).not.toMatch(NEVER);
    if (model.columns.length === 0) {
      const expected = native(model.id);
      for (const { id } of model.scalars)
        expect(shown[id] === null ? null : Number(shown[id]), id).toBe(expected[id]);
    }
    expect(errors).toEqual([]);
    expect(outside).toEqual([]);
    await close();
  });

  test('every control has its name, a label, and reaches both ends', async () => {
    const { page, errors, close } = await visit(at, path);
    await settled(page);
    for (const param of model.params) {
      expect(await page.locator(`.lab [name="${param.id}"]`).count(), param.id).toBeGreaterThan(0);
      if (!isNumber(param)) continue;
      for (const end of [param.min, param.max]) {
        const status = await type(page, param.id, String(end));
        expect(['ready', 'refused'], `${param.id} = ${end}`).toContain(status);
        expect(await visibleText(page), `${param.id} = ${end}`).not.toMatch(NEVER);
      }
      expect(await type(page, param.id, String(param.default))).toBe('ready');
    }
    expect(errors).toEqual([]);
    await close();
  });

  test('bad values are refused at the control, which says what is allowed, and the last good numbers stay', async () => {
    const { page, errors, close } = await visit(at, path);
    await settled(page);
    const before = await outputs(page);
    for (const [index, param] of model.params.filter(isNumber).entries()) {
      // Words are read the same way at every field: all of them at the first, one of each kind at the others.
      const words = index === 0 ? BAD : ['', '12abc', '1e999'];
      const fractional = param.kind === 'int' ? [String(param.min + 0.5)] : [];
      const beyond = [String(param.max * 2 + 1), String(param.min - 1)];
      for (const text of [...words, ...beyond, ...fractional]) {
        expect(await type(page, param.id, text), `${param.id} = "${text}"`).toBe('refused');
        expect(await message(page, param.id), `${param.id} = "${text}"`).toMatch(/[a-z]{3}/);
        expect(await message(page, param.id), `${param.id} = "${text}"`).toContain(param.id);
        expect(await outputs(page), `${param.id} = "${text}"`).toEqual(before);
        expect((await visibleText(page)).replaceAll(text || '\0', ''), `${param.id} = "${text}"`).not.toMatch(
          NEVER,
        );
      }
      expect(await type(page, param.id, String(param.default))).toBe('ready');
    }
    expect(errors).toEqual([]);
    await close();
  });

  test('a changed setting stands in the address, and reloading it gives the same numbers', async () => {
    const { page, close } = await visit(at, path);
    await settled(page);
    for (const param of model.params.filter(isNumber).slice(0, 4)) {
      const middle =
        param.kind === 'int' ? Math.max(param.min, Math.floor(param.default / 2)) : param.default * 0.75;
      if ((await type(page, param.id, String(middle))) !== 'ready')
        await type(page, param.id, String(param.default));
    }
    await settled(page);
    const before = await outputs(page);
    // The link field shows the state at once; the address bar follows when the reader pauses.
    const link = await page.locator('.share__link').inputValue();
    await page.waitForFunction((wanted) => location.href === wanted, link);
    await page.reload();
    expect(await settled(page)).toBe('ready');
    expect(await outputs(page)).toEqual(before);
    await close();
  });

  test('an address with unknown and bad values is taken without them, and says so', async () => {
    const bad = model.params.map(({ id }) => `${id}=NaN`).join('&');
    const { page, errors, close } = await visit(at, `${path}?${bad}&foo=1&seed=-3&%E0%A4%A=x`);
    expect(await settled(page)).toBe('ready');
    const text = await page.locator('.lab').innerText();
    expect(text).toContain('foo');
    for (const { id } of model.params) expect(text).toContain(id);
    const plain = await visit(at, path);
    await settled(plain.page);
    expect(await outputs(page)).toEqual(await outputs(plain.page));
    expect(errors).toEqual([]);
    await plain.close();
    await close();
  });

  test('works by keyboard alone: the first number field is reached with Tab and changed with arrows', async () => {
    const first = model.params.find(isNumber);
    if (!first) return;
    const { page, close } = await visit(at, path);
    await settled(page);
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => document.activeElement?.getAttribute('name'));
      if (name === first.id) break;
    }
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(first.id);
    const before = await page.evaluate(() => (document.activeElement as HTMLInputElement).value);
    await page.keyboard.press('ArrowDown');
    await settled(page);
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).not.toBe(before);
    await close();
  });
});
