/**
 * Makes server/account/common-passwords.bin from a list of passwords in the order of their frequency:
 *
 *   npm pack @zxcvbn-ts/language-common@4.1.3 && tar xzf zxcvbn-ts-language-common-4.1.3.tgz
 *   node scripts/common-passwords.ts package/src/passwords.json
 *
 * Source and licence: the list of @zxcvbn-ts/language-common, MIT, copyright 2012-2016 Dan Wheeler and
 * Dropbox, Inc., 2021 @zxcvbn-ts. The list is in lower case, so each word counts with a capital as well.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { PREFIX_BYTES } from '../server/account/common-passwords.ts'

const WORDS = 20_000
const OUTPUT = new URL('../server/account/common-passwords.bin', import.meta.url)

const [source] = process.argv.slice(2)
if (source === undefined)
  throw new Error('usage: node scripts/common-passwords.ts <passwords.json>')
const list: unknown = JSON.parse(readFileSync(source, 'utf8'))
if (!Array.isArray(list) || list.length < WORDS) throw new Error('not the expected list')

const forms = list
  .slice(0, WORDS)
  .map(String)
  .flatMap((word) => [word, `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`])
const prefixes = new Set(
  forms.map((form) => createHash('sha256').update(form).digest().toString('hex', 0, PREFIX_BYTES)),
)
writeFileSync(OUTPUT, Buffer.from([...prefixes].toSorted().join(''), 'hex'))
process.stdout.write(`${prefixes.size} passwords\n`)
