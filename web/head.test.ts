import { expect, test, vi } from 'vitest'
import { logIn } from './testing/site.ts'

test('the root is marked and the visitor named before React is there', async () => {
  const root = document.documentElement
  logIn('🌙林晚')
  localStorage.setItem('scheme', 'dark')
  await import('./head.ts')
  expect(root.hasAttribute('data-in')).toBe(true)
  expect(root.dataset['scheme']).toBe('dark')
  expect(getComputedStyle(root).colorScheme).toBe('dark')

  const names = document.createElement('p')
  names.innerHTML =
    '<b data-user="initial"></b><b data-user="nickname"></b><b data-user="email"></b>'
  document.body.append(names)
  await vi.waitFor(() => expect(names.textContent).toBe('🌙🌙林晚lin***an@example.com'))
  names.remove()

  choose('light')
  expect(root.dataset['scheme']).toBe('light')
  expect(localStorage.getItem('scheme')).toBe('light')
  choose('auto')
  expect(root.dataset['scheme']).toBeUndefined()
})

function choose(scheme: string): void {
  const input = document.createElement('input')
  input.name = 'scheme'
  input.value = scheme
  document.body.append(input)
  input.dispatchEvent(new Event('change', { bubbles: true }))
  input.remove()
}
