/** Decimal digits with thin-space thousands and a real minus sign. All take finite numbers. */

/** U+2212, as wide as a digit. */
const MINUS = '\u2212';
/** From here on, and below SMALL, numbers are written as a×10ᵇ. */
const LARGE = 1e15;
const SMALL = 1e-4;

/** A fixed number of decimals; in a×10ᵇ form when too large to be read in full. */
export function fixed(value: number, decimals: number): string {
  if (Math.abs(value) >= LARGE) return scientific(value, 6);
  return group(value.toFixed(decimals));
}

/** That many significant digits, trailing zeros kept ("2.000"); digits before the point are never dropped. */
export function significant(value: number, count: number): string {
  if (value === 0) return group((0).toFixed(count - 1));
  if (isExtreme(value)) return scientific(value, count);
  const [, exponent = '0'] = value.toExponential(count - 1).split('e');
  return fixed(value, Math.min(Math.max(count - 1 - Number(exponent), 0), 100));
}

/**
 * At most that many significant digits, trailing zeros dropped, so that 0.1 + 0.2 reads 0.3. Whole numbers are
 * written in full.
 */
export function digits(value: number, count: number): string {
  if (Number.isInteger(value)) return fixed(value, 0);
  if (isExtreme(value)) return scientific(value, count);
  return trimZeros(significant(value, count));
}

/** "1.5×10⁻⁷": at most that many significant digits, trailing zeros dropped. */
function scientific(value: number, count: number): string {
  const [mantissa = '0', exponent = '0'] = value.toExponential(count - 1).split('e');
  return `${group(trimZeros(mantissa))}×10${superscript(Number(exponent))}`;
}

function isExtreme(value: number): boolean {
  const size = Math.abs(value);
  return size >= LARGE || (size < SMALL && size > 0);
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** From "-1234567.5" to "−1 234 567.5"; a zero loses its minus. */
function group(text: string): string {
  const [whole = '0', fraction] = text.replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  const unsigned = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return text.startsWith('-') && /[1-9]/.test(unsigned) ? MINUS + unsigned : unsigned;
}

function superscript(exponent: number): string {
  return String(exponent).replace(/[-\d]/g, (mark) =>
    mark === '-' ? '⁻' : ('⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(mark)] ?? ''),
  );
}
