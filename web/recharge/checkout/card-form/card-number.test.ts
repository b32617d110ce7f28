import { expect, test } from 'vitest'
import { brandOf, cardNumberFault, cvcFault, formatCardNumber } from './card-number.ts'

test.each([
  ['4', 'Visa'],
  ['5555', 'Mastercard'],
  ['2221', 'Mastercard'],
  ['2720', 'Mastercard'],
  ['378', '美国运通'],
  ['62', '银联'],
  ['6011', 'Discover'],
  ['3056', '大来卡'],
  ['36', '大来卡'],
  ['3566', 'JCB'],
])('a number that begins with %s has the brand %s', (number, brand) => {
  expect(brandOf(number)?.name).toBe(brand)
})

test.each(['', '1', '2220', '2721', '30', '6', '3527'])(
  'the brand of %j is not known yet',
  (number) => {
    expect(brandOf(number)).toBeUndefined()
  },
)

test('digits are grouped as on the card, whatever was typed between them', () => {
  expect(formatCardNumber('4242-4242 42424242')).toBe('4242 4242 4242 4242')
  expect(formatCardNumber('378282246310005')).toBe('3782 822463 10005')
  expect(formatCardNumber('6205500000000000004')).toBe('6205 5000 0000 0000 004')
  expect(formatCardNumber('42424')).toBe('4242 4')
})

test('digits beyond the longest number of the brand are cut', () => {
  expect(formatCardNumber('5555555555554444999')).toBe('5555 5555 5555 4444')
})

test.each([
  '4242424242424242',
  '4000002500003155',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '6200000000000005',
  '6205500000000000004',
  '6011111111111117',
  '36227206271667',
  '3056930009020004',
  '3566002020360505',
])('%s is a valid number', (number) => {
  expect(cardNumberFault(formatCardNumber(number))).toBe('')
})

test.each([
  ['', '请输入卡号'],
  ['4242 4242 4242 424', '卡号不完整'],
  ['9999', '卡号不完整'],
  ['4242 4242 4242 4241', '卡号不正确，请核对'],
  ['2424 4242 4242 4242', '卡号不正确，请核对'],
])('%j is invalid: %s', (number, fault) => {
  expect(cardNumberFault(number)).toBe(fault)
})

test('the security code has as many digits as the card prints', () => {
  expect(cvcFault('', '4242')).toBe('请输入安全码')
  expect(cvcFault('12', '4242')).toBe('应为 3 位数字')
  expect(cvcFault('1234', '4242')).toBe('应为 3 位数字')
  expect(cvcFault('123', '4242')).toBe('')
  expect(cvcFault('123', '3782')).toBe('应为 4 位数字')
  expect(cvcFault('1234', '3782')).toBe('')
  expect(cvcFault('12', '')).toBe('应为 3 或 4 位数字')
})
