import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invoiceTitle, taxNumber } from './invoice-fields.ts'

const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'.split('')

/** The check character by the words of GB 32100-2015: C18 = 31 - MOD(sum of Ci × Wi, 31), 31 being 0. */
function checkCharacterOf(head: readonly string[]): string {
  const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
  const sum = weights.reduce(
    (total, weight, at) => total + CHARACTERS.indexOf(head[at]!) * weight,
    0,
  )
  return CHARACTERS[(31 - (sum % 31)) % 31]!
}

const codes = fc
  .array(fc.constantFrom(...CHARACTERS), { minLength: 17, maxLength: 17 })
  .map((head) => [...head, checkCharacterOf(head)].join(''))

const isAccepted = (text: string) => taxNumber.safeParse(text).success

test('tax number: every code with its check character is accepted, however it is typed', () => {
  fc.assert(
    fc.property(codes, (code) => {
      const wide = code
        .split('')
        .map((each) => String.fromCodePoint(each.codePointAt(0)! + 0xfe_e0))
      for (const typed of [
        code,
        code.toLowerCase(),
        ` ${code.slice(0, 8)} ${code.slice(8)}`,
        wide.join(''),
      ]) {
        expect(taxNumber.parse(typed)).toBe(code)
      }
    }),
  )
})

test('tax number: one wrong character is always found, and so are two neighbours that changed places', () => {
  const places = fc.integer({ min: 0, max: 17 })
  fc.assert(
    fc.property(codes, places, fc.constantFrom(...CHARACTERS), (code, place, other) => {
      fc.pre(code[place] !== other)
      expect(isAccepted(code.slice(0, place) + other + code.slice(place + 1))).toBe(false)
    }),
  )
  fc.assert(
    fc.property(codes, fc.integer({ min: 0, max: 15 }), (code, place) => {
      const [one, two] = [code[place]!, code[place + 1]!]
      fc.pre(one !== two)
      expect(isAccepted(code.slice(0, place) + two + one + code.slice(place + 2))).toBe(false)
    }),
  )
})

test('tax number: codes of real form are accepted; other lengths, other letters and the old 15 digits are not', () => {
  for (const code of ['91350100M000100Y43', '9144030071526726XG', '91330100799655058B']) {
    expect([code, isAccepted(code)]).toEqual([code, true])
  }
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const code = text.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase()
      const isCode = code.length === 18 && code.split('').every((each) => CHARACTERS.includes(each))
      fc.pre(!isCode)
      expect(isAccepted(text)).toBe(false)
    }),
  )
  expect(isAccepted('913501001000123')).toBe(false)
  expect(isAccepted('91350100I000100Y43')).toBe(false)
})

test('title: a company needs a tax number, a person has none, and a name is one line of plain text', () => {
  const title = invoiceTitle()
  const email = 'books@example.com'
  const company = { kind: 'company', name: ' 示例　科技 ', taxNumber: '91350100M000100Y43', email }
  expect(title.parse(company)).toMatchObject({ name: '示例 科技' })
  const person = { kind: 'person', name: '林晚', email }
  expect(title.parse(person)).toEqual(person)
  for (const wrong of [
    { ...company, taxNumber: undefined },
    { ...person, taxNumber: company.taxNumber },
    { ...person, name: '' },
    { ...person, name: '———' },
    { ...person, name: '一'.repeat(101) },
    { ...person, name: '林\u202e晚' },
    { ...person, name: '<b>林晚</b>' },
    { ...person, email: 'nobody' },
    { ...person, kind: 'dog' },
  ]) {
    expect([wrong, title.safeParse(wrong).success]).toEqual([wrong, false])
  }
})
