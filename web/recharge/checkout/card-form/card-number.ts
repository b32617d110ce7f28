interface CardBrand {
  name: string
  pattern: RegExp
  lengths: readonly number[]
  /** Digits of each group as printed on the card. */
  groups: readonly number[]
  cvcLength: number
}

const FOURS = [4, 4, 4, 4, 3]

/** By the first digits (ISO/IEC 7812). */
const BRANDS: readonly CardBrand[] = [
  { name: 'Visa', pattern: /^4/, lengths: [13, 16, 19], groups: FOURS, cvcLength: 3 },
  {
    name: 'Mastercard',
    pattern: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: FOURS,
    cvcLength: 3,
  },
  { name: '美国运通', pattern: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvcLength: 4 },
  {
    name: '银联',
    pattern: /^(62|81)/,
    lengths: [16, 17, 18, 19],
    groups: FOURS,
    cvcLength: 3,
  },
  {
    name: 'Discover',
    pattern: /^(6011|64[4-9]|65)/,
    lengths: [16, 17, 18, 19],
    groups: FOURS,
    cvcLength: 3,
  },
  {
    name: '大来卡',
    pattern: /^(30[0-5]|309|3[689])/,
    lengths: [14, 16],
    groups: FOURS,
    cvcLength: 3,
  },
  {
    name: 'JCB',
    pattern: /^35(2[89]|[3-8])/,
    lengths: [16, 17, 18, 19],
    groups: FOURS,
    cvcLength: 3,
  },
]

/** Lengths of card numbers over all brands. */
const LONGEST = 19
const SHORTEST = 12

/** The brand by the first digits; undefined while unknown. */
export function brandOf(number: string): CardBrand | undefined {
  const digits = digitsOf(number)
  return BRANDS.find(({ pattern }) => pattern.test(digits))
}

/** The number in groups: 4242 4242 4242 4242. */
export function formatCardNumber(text: string): string {
  const brand = brandOf(text)
  const digits = digitsOf(text).slice(0, Math.max(...(brand?.lengths ?? [LONGEST])))
  const groups: string[] = []
  let from = 0
  for (const length of brand?.groups ?? FOURS) {
    if (from < digits.length) groups.push(digits.slice(from, from + length))
    from += length
  }
  return groups.join(' ')
}

/** The error of a card number; '' when valid. */
export function cardNumberFault(text: string): string {
  const digits = digitsOf(text)
  if (digits === '') return '请输入卡号'
  const isComplete = brandOf(digits)?.lengths.includes(digits.length) ?? digits.length >= SHORTEST
  if (!isComplete) return '卡号不完整'
  return hasCheckDigit(digits) ? '' : '卡号不正确，请核对'
}

/** The error of the security code of a card with this number; '' when valid. */
export function cvcFault(cvc: string, number: string): string {
  if (cvc === '') return '请输入安全码'
  const brand = brandOf(number)
  if (brand) return cvc.length === brand.cvcLength ? '' : `应为 ${brand.cvcLength} 位数字`
  return cvc.length === 3 || cvc.length === 4 ? '' : '应为 3 或 4 位数字'
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

/** Luhn check: every second digit from the right doubled, the sum of digits ends in 0. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits.at(-1 - at))
    const weighed = at % 2 === 0 ? digit : digit * 2
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return sum % 10 === 0
}
