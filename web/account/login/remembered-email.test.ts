import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fillEmptyField } from './remembered-email.ts'

const REMEMBERED = 'linwan@example.com'
let input: HTMLInputElement

beforeEach(() => {
  input = document.createElement('input')
  input.type = 'email'
  document.body.append(input)
})
afterEach(() => input.remove())

test('an empty field is filled, a filled one keeps its text', () => {
  fillEmptyField(input, undefined)
  expect(input.value).toBe('')
  fillEmptyField(input, REMEMBERED)
  expect(input.value).toBe(REMEMBERED)
  fillEmptyField(input, 'other@example.com')
  expect(input.value).toBe(REMEMBERED)
})

test('what is typed into a focused field replaces the text filled in meanwhile', async () => {
  input.focus()
  fillEmptyField(input, REMEMBERED)
  await userEvent.keyboard('ann@example.com')
  expect(input.value).toBe('ann@example.com')
})
