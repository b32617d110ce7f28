import { afterEach, expect, test } from 'vitest'
import { loadInSteps } from './load-in-steps.ts'

afterEach(() => {
  for (const link of ours()) link.remove()
})

test('scripts are fetched together and run one by one, with input handled in between', async () => {
  const log: string[] = []
  const port = listen(() => void log.push('touch'))
  await loadInSteps(['/react.js', '/base.js'], (file) => {
    expect(askedFor()).toEqual(['/react.js', '/base.js'])
    log.push(file)
    port.postMessage(null)
    return Promise.resolve()
  })
  expect(log).toEqual(['/react.js', 'touch', '/base.js', 'touch'])
})

test('a script that fails rejects, and those after it do not run', async () => {
  const run: string[] = []
  const load = (file: string) => {
    run.push(file)
    return Promise.reject(new Error('offline'))
  }
  await expect(loadInSteps(['/a.js', '/b.js'], load)).rejects.toThrow('offline')
  expect(run).toEqual(['/a.js'])
})

function askedFor(): string[] {
  return ours().map((link) => link.getAttribute('href') ?? '')
}

/** Without those of the test's own page. */
function ours(): Element[] {
  return [...document.querySelectorAll('[rel=modulepreload]:not([href*="__vitest"])')]
}

/** A port whose messages arrive in a task of their own, as touches do. */
function listen(onMessage: () => void): MessagePort {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', onMessage)
  port1.start()
  return port2
}
