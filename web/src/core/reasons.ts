/** The reasons that the page itself gives or looks at. Numbers are pinned in wk.h (wk_reason). */
export const REASON = {
  none: 0,
  unknownParam: 2,
  notANumber: 3,
  empty: 4,
  notFinite: 6,
  outOfRange: 7,
  notWhole: 8,
  notAChoice: 9,
  badSeed: 10,
  cellMissing: 34,
  noTableTaken: 39,
  commaUnclear: 40,
  tooMuchWork: 52,
} as const;
