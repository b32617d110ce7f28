import { expect, onTestFinished, test } from 'vitest'

const address = location.href
let runs = 0

/** Runs the script of the document's head at an address of this origin. */
async function runAt(path: string): Promise<void> {
  onTestFinished(() => {
    history.replaceState(null, '', address)
    delete document.documentElement.dataset['scheme']
  })
  history.replaceState(null, '', path)
  runs++
  // each address is a module of its own, which runs again
  await import(/* @vite-ignore */ import.meta.url.replace(/[^/]+$/, `before-paint.ts?run=${runs}`))
}

test('the token of an invitation moves from the address into the history entry; another fragment stays', async () => {
  await runAt('/invitation#secret-token')
  expect(location.hash).toBe('')
  expect(location.pathname).toBe('/invitation')
  expect(history.state).toMatchObject({ usr: { token: 'secret-token' } })
  await runAt('/audit#content')
  expect(location.hash).toBe('#content')
})

test('the stored colour scheme is applied, and a choice is stored', async () => {
  localStorage.setItem('scheme', 'dark')
  await runAt('/')
  expect(document.documentElement.dataset['scheme']).toBe('dark')

  const input = document.createElement('input')
  onTestFinished(() => input.remove())
  input.type = 'radio'
  input.name = 'scheme'
  input.value = 'auto'
  document.body.append(input)
  input.click()
  expect(document.documentElement.dataset['scheme']).toBeUndefined()
  expect(localStorage.getItem('scheme')).toBe('auto')
})
