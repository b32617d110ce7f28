import type { ComponentType } from 'react'
import { vi } from 'vitest'
import type { History } from '../lib/router/history.ts'
import { type Location, locationOf, pathOf } from '../lib/router/location.ts'
import type { Route } from '../lib/router/route.ts'
import type { Router } from '../lib/router/state.ts'

export const Home = () => null
export const Plans = () => null
export const Orders = () => null
export const Lost = () => null

export const home: Route = { path: '/', Component: Home }
export const lost: Route = { path: '*', Component: Lost, isDocument: true }

/** A page whose script loads when the test calls `arrive`. */
export function slowPage(path: string, Component: ComponentType = Plans) {
  const script = Promise.withResolvers<ComponentType>()
  const lazy = vi.fn<() => typeof script.promise>(() => script.promise)
  return { route: { path, lazy } satisfies Route, lazy, arrive: () => script.resolve(Component) }
}

/** A history whose entries the test reads and in which it goes back. */
export function watchedHistory(at = '/') {
  const entries: Location[] = [locationOf(new URL(at, location.origin))]
  const left: string[] = []
  let place = 0
  let onStep: () => void = () => undefined
  const history: History = {
    read: () => entries[place]!,
    push: (next) => void entries.splice(++place, Infinity, next),
    replace: (next) => void (entries[place] = next),
    listen: (listener) => {
      onStep = listener
      return () => (onStep = () => undefined)
    },
    leave: (path, isReplacing) => void left.push(`${isReplacing ? 'replace' : 'push'} ${path}`),
    reload: () => void left.push('reload'),
  }
  function step(by: number) {
    place += by
    onStep()
  }
  return { history, step, left, way: () => entries.map(pathOf) }
}

export const addressOf = ({ state }: Router) => pathOf(state.location)
