import type { Random } from '#harness/random.ts'

/** Texts that break naive code: control characters, halves of characters, SQL, HTML, templates, dates, prototypes. */
const TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\u{d800}', '\u{dc00}x', '\u202e', '\ufeff', '%', '_', '\\', "'", '"'],
  ...['-1', '0', '1e400', 'NaN', '99999999999999999999', '2026-13-45', '0000-00-00', '9999-12-31'],
  ...['null', 'undefined', '[object Object]', '__proto__', 'constructor', 'hasOwnProperty'],
  ...['../../etc/passwd', '..%2f..%2fetc%2fpasswd', "'; drop table orders; --", "' or '1'='1"],
  ...[
    '${7*7}',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '=cmd()',
    '\r\nx: y',
    'a\nb',
    '$1',
    '$(id)',
  ],
  ...['00000000-0000-0000-0000-000000000000', '١٢٣', '１２３', '\u0130', 'ß'.repeat(30)],
  'x'.repeat(300),
  'x'.repeat(20_000),
  '人'.repeat(5_000),
] as const

const OTHERS = [
  ...[null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 63), []],
  ...[['a', 'b'], {}, { toString: 'x' }, { length: -1 }, [[[1]]], { $ne: null }, [null]],
] as const

/** A value that the field hardly takes. */
export function oddValue(random: Random): unknown {
  return random.isIn(60) ? oddText(random) : random.pick(OTHERS)
}

export function oddText(random: Random): string {
  return random.pick(TEXTS)
}

/** Bodies that are no JSON object. */
export const ODD_BODIES = [
  ...['', ' ', 'null', '[]', '"x"', '1', '{', '{"a":1,}', '\0', '{"a":1}{"b":2}', '\ufeff{}'],
  ...['{"__proto__":{"role":"owner"}}', '{"constructor":{"prototype":{"x":1}}}', "{'a':1}"],
  '{"a":"\\ud800"}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"x":"${'x'.repeat(100_000)}"}`,
  `{${Array.from({ length: 3_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
] as const

export const ODD_TYPES = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
  ...['application/json; charset=utf-16', 'application/xml', 'application/json,text/html', ' '],
] as const

/** Written into an address as they stand. */
export const ODD_QUERIES = [
  ...['%', '%E0%A4%A', 'a=%ED%A0%80', 'a=%00', 'a[]=1&a[]=2', 'a[b]=c', '__proto__=x', '&&&&', '?'],
  ...['__proto__[x]=1', 'a=1&a=2', 'page=1&page=2', `a=${'x'.repeat(9_000)}`, 'a=%2e%2e%2f'],
] as const
