import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { loadChunk } from './chunk.ts'

interface LateProps<Given extends object> {
  /** Has to stay the same while it is shown. */
  load: () => Promise<ComponentType<Given>>
  given: Given
  /** Shown until then. */
  fallback?: ReactNode
}

/** A component that few people ever see: its file is loaded when it is to be shown. */
export function Late<Given extends object>({ load, given, fallback = null }: LateProps<Given>) {
  const [late, setLate] = useState<{ Component: ComponentType<Given> }>()
  const [failure, setFailure] = useState<Error>()

  useEffect(() => {
    loadChunk(load).then((Component) => setLate({ Component }), setFailure)
  }, [load])

  // the page's error screen offers to load it again
  if (failure !== undefined) throw failure
  return late === undefined ? fallback : <late.Component {...given} />
}
