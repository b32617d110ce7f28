import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render-page.tsx'
import { useLoad } from './use-load.ts'

test('an answer for a former key is never shown, whether its call succeeds or fails', async () => {
  const waiting = new Map<number, (answer: string) => void>()
  const shown = new Set<string | undefined>()
  function Pages() {
    const [wanted, setWanted] = useState(1)
    const load = () => new Promise<string>((resolve) => waiting.set(wanted, resolve))
    const { data } = useLoad(`${wanted}`, load)
    shown.add(data)
    return <button onClick={() => setWanted(wanted + 1)}>{data ?? 'next'}</button>
  }
  const { screen } = await renderPart(<Pages />)
  const button = screen.getByRole('button')
  async function answer(wanted: number, text: string) {
    await expect.poll(() => waiting.has(wanted)).toBe(true)
    waiting.get(wanted)?.(text)
  }

  await button.click()
  await answer(2, 'second')
  await expect.element(button).toHaveTextContent('second')
  await answer(1, 'first')
  await button.click()
  await answer(3, 'third')

  await expect.element(button).toHaveTextContent('third')
  expect([...shown]).toEqual([undefined, 'second', 'third'])
})

test('a page that the back/forward cache restores loads again, and shows what it has meanwhile', async () => {
  let answered = 0
  let release = (): void => undefined
  const load = async () => {
    answered += 1
    if (answered > 1) await new Promise<void>((resolve) => (release = resolve))
    return `answer ${answered}`
  }
  const Part = () => <p>{useLoad('key', load).data}</p>
  const { screen } = await renderPart(<Part />)
  await expect.element(screen.getByText('answer 1')).toBeVisible()
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.poll(() => answered).toBe(2)
  await expect.element(screen.getByText('answer 1')).toBeVisible()
  release()
  await expect.element(screen.getByText('answer 2')).toBeVisible()
})
