import { expect, test, vi } from 'vitest'
import { replayEarlyClick } from './lib/loading/early-click.ts'
import { logIn } from './testing/site.ts'

test('login state, name and color scheme are shown before React starts', async () => {
  const root = document.documentElement
  logIn('🌙林晚')
  localStorage.setItem('scheme', 'dark')
  await import('./before-paint.ts')
  expect(root.hasAttribute('data-in')).toBe(true)
  expect(root.dataset['scheme']).toBe('dark')
  expect(getComputedStyle(root).colorScheme).toBe('dark')

  const names = document.createElement('p')
  names.innerHTML =
    '<b data-user="initial"></b><b data-user="nickname"></b><b data-user="email"></b>'
  document.body.append(names)
  await expect.poll(() => names.textContent).toBe('🌙🌙林晚lin***an@example.com')
  names.remove()

  choose('light')
  expect(root.dataset['scheme']).toBe('light')
  expect(localStorage.getItem('scheme')).toBe('light')
  choose('auto')
  expect(root.dataset['scheme']).toBeUndefined()
})

test('a button clicked before hydration is busy until then and is clicked again once', async () => {
  await import('./before-paint.ts')
  const root = document.documentElement
  const part = document.createElement('p')
  part.innerHTML =
    '<button id="first"><b>甲</b></button><button id="last">乙</button><button popovertarget="menu">丙</button>'
  document.body.append(part)
  const presses: string[] = []
  const button = (name: string) => part.querySelector<HTMLElement>(`#${name}`)!
  button('first').querySelector('b')!.click()
  expect(button('first').ariaBusy).toBe('true')
  button('last').click()
  part.querySelector<HTMLElement>('[popovertarget]')!.click()
  expect([button('first').ariaBusy, button('last').ariaBusy]).toEqual([null, 'true'])
  part.dispatchEvent(new Event('input', { bubbles: true }))
  expect(button('last').outerHTML).toBe('<button id="last">乙</button>')
  button('last').click()

  const pressAgain = replayEarlyClick()
  part.addEventListener('click', ({ target }) =>
    presses.push(target instanceof Element ? target.id : ''),
  )
  pressAgain()
  pressAgain()
  expect(presses).toEqual(['last'])
  expect(button('last').outerHTML).toBe('<button id="last">乙</button>')
  // from now on the app itself listens
  button('first').click()
  expect(button('first').ariaBusy).toBeNull()

  part.remove()
  root.removeAttribute('data-app')
})

test('text typed before hydration reaches the app as input events', () => {
  const form = document.createElement('form')
  form.innerHTML = '<input name="typed"><input name="untouched" value="as it was">'
  document.body.append(form)
  form.querySelector('input')!.value = 'early'
  const targets: unknown[] = []
  form.addEventListener('input', ({ target }) => targets.push(target))
  replayEarlyClick()()
  expect(targets).toEqual([form.querySelector('input')])
  form.remove()
  document.documentElement.removeAttribute('data-app')
})

test('a click on a button that was removed before hydration is dropped', () => {
  const button = document.createElement('button')
  button.dataset['pressed'] = ''
  document.body.append(button)
  const press = vi.fn<() => void>()
  button.addEventListener('click', press)
  const pressAgain = replayEarlyClick()
  button.remove()
  pressAgain()
  expect(press).not.toHaveBeenCalled()
  document.documentElement.removeAttribute('data-app')
})

function choose(scheme: string): void {
  const input = document.createElement('input')
  input.name = 'scheme'
  input.value = scheme
  document.body.append(input)
  input.dispatchEvent(new Event('change', { bubbles: true }))
  input.remove()
}
