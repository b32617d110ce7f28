import { type ComponentType, useEffect, useState } from 'react'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { ResetLinkPanel } from './reset-link-panel.tsx'

interface LatePanelProps<Given extends object> {
  /** Has to stay the same while the panel is shown. */
  load: () => Promise<ComponentType<Given>>
  given: Given
}

/** A panel that few people ever see: it is loaded then. */
export function LatePanel<Given extends object>({ load, given }: LatePanelProps<Given>) {
  const [panel, setPanel] = useState<{ Panel: ComponentType<Given> }>()
  const [failure, setFailure] = useState<Error>()

  useEffect(() => {
    loadChunk(load).then((Panel) => setPanel({ Panel }), setFailure)
  }, [load])

  // the page's error screen offers to load it again
  if (failure !== undefined) throw failure
  return panel === undefined ? <ResetLinkPanel arrival={undefined} /> : <panel.Panel {...given} />
}
