/** Tables as people bring them: typed, pasted, from a file; large, odd and broken. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserAndSite, native, outputs, settled, visibleText, visit } from './support';

const at = browserAndSite();

const NEVER = /\bundefined\b|\bInfinity\b|\[object /;
const PAGE = 'labs/iqr/';

/** Types a table and waits until it has been read (typing is read when it pauses). */
async function typeTable(page: Page, text: string): Promise<string> {
  const box = page.locator('.lab textarea[name="data"]');
  await box.fill(text);
  await page.waitForTimeout(350);
  return settled(page);
}

async function openFile(page: Page, text: string): Promise<string> {
  await page
    .locator('.lab input[type="file"]')
    .setInputFiles({ name: 'data.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.waitForTimeout(350);
  return settled(page);
}

/** The outputs on the page against those of the native program, digit for digit. */
async function expectNative(page: Page, text: string): Promise<void> {
  const shown = await outputs(page);
  for (const [id, value] of Object.entries(native('iqr', [], text)))
    expect(shown[id] === null ? null : Number(shown[id]), id).toBe(value);
}

describe('tables that are taken', () => {
  const texts: Record<string, string> = {
    'public case 1: ten values in a line': '0 0 0.3 1.2 1.23 3.5 10 12 23.3 32.1',
    'public case 3: not sorted as text': '3\n2\n160\n5\n0',
    'public case 4: the whisker stays outside the box': '0 0.8 0.8 1',
    'public case 5: whiskers end at data': '-20 1 2 3 4 5 5 5 6 7 8 9 10 20',
    'public case 8: constant values': Array(279).fill('0.56758051638767337').join('\n'),
    'public case 10: missing values': '4.5,,5.7,3.0,NA,6.7,3.78',
    'public case 11: one value': '7',
    'public case 11: two values': '1 2',
    'public case 12: decimal commas': '9,99; 10,01; 10,50',
    'public case 12: both marks, in numbers that a semicolon divides': '1.234,56; 7,5',
    'public case 13: U+2212 and NBSP': '1\u00a0234\n\u22125\n7',
    'public case 14: no negative variance': Array(34)
      .fill('999999999999\n1000000000000\n1000000000001')
      .join('\n'),
    'a header, quotes and a text column': 'name,value\n"a, b",1\nc,2\nd,50\ne,3\nf,2\n',
    'all missing': 'NA\nNone\nnull\n-\n',
    'a header and no rows': 'value\n',
  };
  test.each(Object.entries(texts))('%s', async (_name, text) => {
    const { page, errors, close } = await visit(at, PAGE);
    await settled(page);
    expect(await typeTable(page, text)).toBe('ready');
    await expectNative(page, text);
    const visible = await page.locator('.lab').innerText();
    expect(visible).not.toMatch(NEVER);
    expect(visible.replaceAll('NaN', text.includes('NaN') ? '' : 'NaN')).not.toMatch(/\bNaN\b/);
    expect(errors).toEqual([]);
    await close();
  });

  test('public case 11: the row of an outlier is its position in what was pasted', async () => {
    const { page, close } = await visit(at, PAGE);
    await settled(page);
    await typeTable(page, 'value\n10\n12\n11\n13\n9\n500\nNone\n14\n');
    expect((await outputs(page)).n_outliers).toBe('1');
    await page.getByText('Data of the figure').click();
    const cells = await page
      .locator('.data-table', { hasText: 'row, counted from 0' })
      .locator('td')
      .allTextContents();
    expect(cells).toEqual(['5', '500']);
    await close();
  });

  test('an empty table is answered, not a crash', async () => {
    const { page, errors, close } = await visit(at, PAGE);
    await settled(page);
    expect(await typeTable(page, '')).toBe('ready');
    expect((await outputs(page)).n).toBe('0');
    expect(await page.locator('.lab').innerText()).toMatch(/no values/i);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('tables that are refused, with the row and what is wrong', () => {
  test.each([
    ['public case 13: trailing letters', '1\n2\n12abc\n4', '12abc'],
    ['public case 13: trailing letters in the first row', '12abc\n4\n5', '12abc'],
    ['public case 13: hexadecimal', '1\n0x10\n3', '0x10'],
    ['public case 13: two numbers in one', '1\n2-1\n3', '2-1'],
    ['public case 9: not finite', '1\n2\n3\nInfinity', 'Infinity'],
    ['public case 9: beyond the range of doubles', '5\n4\n1e999', '1e999'],
    ['a ragged row', 'value,other\n1,2\n3\n4,5', '3'],
  ])('%s', async (_name, text, quoted) => {
    const { page, errors, close } = await visit(at, PAGE);
    await settled(page);
    const before = await outputs(page);
    expect(await typeTable(page, text)).toBe('refused');
    const message = await page.locator('.lab').innerText();
    expect(message).toMatch(/row \d/i);
    expect(message).toContain(quoted);
    expect(await outputs(page)).toEqual(before);
    expect(errors).toEqual([]);
    await close();
  });

  test.each([
    ['1,234', '1.234'],
    ['9,99', '9.99'],
    ['1.234,56', '1234.56'],
  ])('public case 12: what a comma means in "%s" is asked, and the answer taken', async (text, value) => {
    const { page, close } = await visit(at, PAGE);
    await settled(page);
    expect(await typeTable(page, text)).toBe('refused');
    await page.getByRole('button', { name: 'A decimal point' }).click();
    expect(await settled(page)).toBe('ready');
    expect((await outputs(page)).median).toBe(value);
    await close();
  });

  test('a logarithm of a value that is not positive names its row', async () => {
    const { page, close } = await visit(at, `${PAGE}?transform=log`);
    await settled(page);
    expect(await typeTable(page, '5\n1\n-3\n4')).toBe('refused');
    expect(await page.locator('.lab').innerText()).toMatch(/row 2/i);
    await close();
  });
});

describe('large tables', () => {
  test('public cases 15 and 82: ten values, two million, the same ten: the first and third results are the same', async () => {
    const ten = '0 0 0.3 1.2 1.23 3.5 10 12 23.3 32.1';
    const { page, errors, close } = await visit(at, PAGE);
    await settled(page);
    expect(await openFile(page, ten)).toBe('ready');
    const first = await outputs(page);
    const rows = Array.from({ length: 2_000_000 }, (_, i) => String((i * 7919) % 100_003));
    expect(await openFile(page, rows.join('\n'))).toBe('ready');
    await page.waitForFunction(
      () => document.querySelector('.lab data[data-output="n"]')?.getAttribute('value') === '2000000',
    );
    await expectNative(page, rows.join('\n'));
    expect(await openFile(page, ten)).toBe('ready');
    await page.waitForFunction(
      () => document.querySelector('.lab data[data-output="n"]')?.getAttribute('value') === '10',
    );
    expect(await outputs(page)).toEqual(first);
    expect(errors).toEqual([]);
    await close();
  });

  test('one row too many is refused with the limit', async () => {
    const { page, close } = await visit(at, PAGE);
    await settled(page);
    expect(await openFile(page, '1\n'.repeat(2_000_001))).toBe('refused');
    expect((await page.locator('.lab').innerText()).replace(/\s/g, '')).toMatch(/2,?000,?000/);
    await close();
  });

  test('a million-character line is answered', async () => {
    const { page, errors, close } = await visit(at, PAGE);
    await settled(page);
    expect(await openFile(page, '9'.repeat(1_000_000))).toBe('refused');
    expect(await openFile(page, '1 '.repeat(500_000))).toBe('ready');
    expect((await outputs(page)).n).toBe('500000');
    expect(errors).toEqual([]);
    await close();
  });

  test('public case 80: 200,000 values, drawn soon, with the extremes kept', async () => {
    const rows = Array.from({ length: 200_000 }, (_, i) => (i === 77 ? '1e9' : String(i % 1000)));
    const { page, errors, close } = await visit(at, PAGE);
    await settled(page);
    expect(await openFile(page, rows.join('\n'))).toBe('ready');
    expect((await outputs(page)).n_outliers).toBe('1');
    expect(errors).toEqual([]);
    await close();
  });
});

test('a pasted table travels in the link when it is short', async () => {
  const { page, close } = await visit(at, PAGE);
  await settled(page);
  await typeTable(page, '1 2 3 4 400');
  await page.waitForFunction(() => location.search.includes('data='));
  const before = await outputs(page);
  await page.reload();
  expect(await settled(page)).toBe('ready');
  expect(await outputs(page)).toEqual(before);
  expect(await visibleText(page)).not.toMatch(NEVER);
  await close();
});

test('Tab leaves the data box', async () => {
  const { page, close } = await visit(at, PAGE);
  await settled(page);
  await page.locator('.lab textarea[name="data"]').focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('TEXTAREA');
  await close();
});

describe('what is wrong with a table as a whole is said at the table', () => {
  test.each([
    ['no such column', 'height,weight\n1,2\n3,4', /value/],
    ['a quote that is never closed', '"1\n2\n3', /quoted/],
  ])('%s', async (_name, text, words) => {
    const { page, close } = await visit(at, PAGE);
    await settled(page);
    expect(await typeTable(page, text)).toBe('refused');
    const box = page.locator('.lab textarea[name="data"]');
    expect(await box.getAttribute('aria-invalid')).toBe('true');
    const why = page.locator('.table-input .field__error');
    expect(await why.isVisible()).toBe(true);
    expect(await why.innerText()).toMatch(words);
    await close();
  });

  test('a cell that only the model refuses', async () => {
    const { page, close } = await visit(at, `${PAGE}?transform=log`);
    await settled(page);
    await typeTable(page, '5\n1\n-3\n4');
    expect(await page.locator('.table-input .field__error').innerText()).toMatch(/row 2 .*above 0/);
    await close();
  });
});

test('the answer about commas stays with the table: in the link, in the command, and while it is edited', async () => {
  const { page, close } = await visit(at, PAGE);
  await settled(page);
  await typeTable(page, '9,99\n10,01\n12,5\n50');
  await page.getByRole('button', { name: 'A decimal point' }).click();
  expect(await settled(page)).toBe('ready');
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  expect(await page.locator('.share__command').innerText()).toContain('--comma decimal');
  const before = await outputs(page);
  const link = await page.locator('.share__link').inputValue();
  const there = await visit(at, link.slice(at.site.address.length));
  expect(await settled(there.page)).toBe('ready');
  expect(await outputs(there.page)).toEqual(before);
  await there.close();
  expect(await typeTable(page, '9,99\n10,01\n12,5\n50\n7,5')).toBe('ready');
  expect((await outputs(page)).n).toBe('5');
  await close();
});

test('a long table does not travel in the link, and the page says so', async () => {
  const { page, close } = await visit(at, PAGE);
  await settled(page);
  await typeTable(page, Array.from({ length: 600 }, (_, i) => `${i}.25`).join('\n'));
  expect((await outputs(page)).n).toBe('600');
  expect(await page.locator('.share').innerText()).toMatch(/too long to travel/);
  await close();
});

test('keys that come one pause apart are all kept', async () => {
  const { page, close } = await visit(at, PAGE);
  await settled(page);
  const box = page.locator('.lab textarea[name="data"]');
  await box.fill('');
  await box.focus();
  for (const key of '1 2 3 4 5 6 7 8 9 ') {
    await page.keyboard.type(key);
    await page.waitForTimeout(201);
  }
  await page.waitForTimeout(350);
  expect(await box.inputValue()).toBe('1 2 3 4 5 6 7 8 9 ');
  await settled(page);
  expect((await outputs(page)).n).toBe('9');
  await close();
});
