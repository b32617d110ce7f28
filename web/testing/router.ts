import type { ComponentType } from 'react'
import { vi } from 'vitest'
import type { History } from '../lib/router/history.ts'
import { type Location, locationOf, pathOf } from '../lib/router/location.ts'
import type { Route } from '../lib/router/route.ts'
import type { Router } from '../lib/router/state.ts'

export const Home = () => null
export const Plans = () => null
export const Orders = () => null
export const NotFoundPage = () => null

export const home: Route = { path: '/', Component: Home }
export const notFound: Route = { path: '*', Component: NotFoundPage, isDocument: true }

/** A page whose script loads when the test calls `arrive`. */
export function slowPage(path: string, Component: ComponentType = Plans) {
  const script = Promise.withResolvers<ComponentType>()
  const lazy = vi.fn<() => typeof script.promise>(() => script.promise)
  return { route: { path, lazy } satisfies Route, lazy, arrive: () => script.resolve(Component) }
}

/** A history in memory: the test steps back and forward in it and reads its addresses and the documents it loaded. */
export function createTestHistory(at = '/') {
  const entries: Location[] = [locationOf(new URL(at, 'https://here.invalid'))]
  const documentLoads: string[] = []
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
    leave: (path, isReplacing) =>
      void documentLoads.push(`${isReplacing ? 'replace' : 'push'} ${path}`),
    reload: () => void documentLoads.push('reload'),
  }
  function step(by: number) {
    place += by
    onStep()
  }
  return { history, step, documentLoads, listAddresses: () => entries.map(pathOf) }
}

export const addressOf = ({ state }: Router) => pathOf(state.location)
