import { ApiError, cardError } from '../api/errors.ts'
import { secondsOf } from './context.ts'
import { testCard, type TestCard } from './test-cards.ts'

export interface CardInput {
  number: string
  expMonth: string
  expYear: string
  cvc: string
}

export interface CheckedCard {
  card: TestCard
  expMonth: number
  expYear: number
}

const FURTHEST_YEARS = 50

/** Checks what was typed as the provider does. A number that is no test card is refused unkept. */
export function checkCard(input: CardInput, atMs: number): CheckedCard {
  const number = input.number.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number)) {
    throw cardError('invalid_number', 'number', 'The card number is not a card number.')
  }
  if (!hasCheckDigit(number)) {
    throw cardError('incorrect_number', 'number', 'The card number is wrong.')
  }
  const { expMonth, expYear } = checkExpiry(input, atMs)
  const digits = /^3[47]/.test(number) ? 4 : 3
  if (input.cvc === '') {
    throw cardError('incomplete_cvc', 'cvc', 'The security code is missing.')
  }
  if (!/^\d+$/.test(input.cvc) || input.cvc.length !== digits) {
    throw cardError('invalid_cvc', 'cvc', `The security code has to have ${digits} digits.`)
  }
  const card = testCard(number)
  if (card === undefined) {
    throw new ApiError(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message: 'The card was declined: the sandbox takes the public test cards only.',
    })
  }
  return { card, expMonth, expYear }
}

function checkExpiry(
  { expMonth: month, expYear: year }: CardInput,
  atMs: number,
): { expMonth: number; expYear: number } {
  const expMonth = /^\d{1,2}$/.test(month) ? Number(month) : 0
  if (expMonth < 1 || expMonth > 12) {
    throw cardError('invalid_expiry_month', 'exp_month', 'The expiry month is not a month.')
  }
  const expYear = /^(\d{2}|\d{4})$/.test(year) ? Number(year) + (year.length === 2 ? 2000 : 0) : 0
  const now = new Date(secondsOf(atMs) * 1000)
  const thisYear = now.getUTCFullYear()
  if (expYear < thisYear || expYear > thisYear + FURTHEST_YEARS) {
    throw cardError('invalid_expiry_year', 'exp_year', 'The expiry year is past or too far off.')
  }
  if (expYear === thisYear && expMonth < now.getUTCMonth() + 1) {
    throw cardError('invalid_expiry_month', 'exp_month', 'The expiry month is past.')
  }
  return { expMonth, expYear }
}

/** The check of Luhn. */
export function hasCheckDigit(number: string): boolean {
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
