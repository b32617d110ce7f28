import { expect, onTestFinished, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { isPayable } from '../recharge/open-orders/pay-link.ts'
import { reply } from '../testing/network.ts'
import { renderPart } from '../testing/render-page.tsx'
import { Countdown } from '../ui/feedback/countdown.tsx'
import { call } from './call/call.ts'
import { readServerTime, useServerTime } from './clock.ts'
import { formatDayTime } from './format/day-time.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const SERVER = Date.parse('2026-11-28T02:00:00Z')
const at = (time: number) => new Date(time).toISOString()

function Today() {
  return useServerTime((now) => at(now).slice(0, 10))
}

test('countdown, open orders and days follow the server, with clocks that are minutes, days and years off', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: SERVER })
  const date = new Date(SERVER).toUTCString()
  onTestFinished(() => {
    vi.setSystemTime(SERVER)
    readServerTime(date)
  })
  reply(api.recharge.comboList, () =>
    Response.json({ statusCode: 200, message: 'ok', data: [] }, { headers: { date } }),
  )
  const { screen } = await renderPart(<Today />)
  for (const off of [-9, 7, 3 * 24 * 60, -40 * 24 * 60, 5 * 365 * 24 * 60, -20 * 365 * 24 * 60]) {
    vi.setSystemTime(SERVER + off * MINUTE_MS)
    await call(api.recharge.comboList, {})
    await expect.element(screen.getByText('2026-11-28')).toBeVisible()
    const left = await renderPart(<Countdown until={at(SERVER + 4 * MINUTE_MS)} />)
    await expect.element(left.screen.getByRole('timer')).toHaveTextContent('4 分 00 秒')
    await left.screen.unmount()
    const isOpenAt = (time: number) => isPayable({ state: 'pending', expiresAt: at(time) })
    expect([SERVER + MINUTE_MS, SERVER - MINUTE_MS].map(isOpenAt)).toEqual([true, false])
    expect(formatDayTime(at(SERVER - DAY_MS), 'Asia/Shanghai')).toBe('昨天 10:00')
  }
})

test('a slow answer does not set the clock back, a clock that was set does', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: SERVER })
  onTestFinished(() => {
    vi.setSystemTime(SERVER)
    readServerTime(new Date(SERVER).toUTCString())
  })
  const isOpen = () => isPayable({ state: 'pending', expiresAt: at(SERVER + 1500) })
  readServerTime(new Date(SERVER).toUTCString())
  readServerTime(new Date(SERVER - 3000).toUTCString())
  vi.setSystemTime(SERVER + 1600)
  expect(isOpen()).toBe(false)
  readServerTime(new Date(SERVER - 60_000).toUTCString())
  expect(isOpen()).toBe(true)
})

test('a clock that is set during the visit ends no countdown and adds no time to it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: SERVER })
  const date = new Date(SERVER).toUTCString()
  onTestFinished(() => {
    vi.setSystemTime(SERVER)
    readServerTime(date)
  })
  readServerTime(date)
  const { screen } = await renderPart(<Countdown until={at(SERVER + 4 * MINUTE_MS)} />)
  const left = () => screen.getByRole('timer').element().textContent
  vi.setSystemTime(SERVER + DAY_MS)
  await expect.poll(left).toBe('0 秒')
  // the answer to what the page asks then
  readServerTime(date)
  await expect.poll(left).toMatch(/^[34] 分/)
  vi.setSystemTime(SERVER)
  const isOpen = (time: number) => isPayable({ state: 'pending', expiresAt: at(time) })
  expect([SERVER + MINUTE_MS, SERVER - 1].map(isOpen)).toEqual([true, false])
})
