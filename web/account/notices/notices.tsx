import { useEffect, useState } from 'react'
import { loadChunk } from '../../lib/loading/chunk.ts'

type Part = typeof import('./current-notice.tsx')

/** The operator's notices. The document says whether there are any: without, nothing is loaded and nothing asked. */
export function Notices() {
  const [part, setPart] = useState<Part>()

  useEffect(() => {
    if (document.documentElement.dataset['notices'] === undefined) return
    loadChunk(() => import('./current-notice.tsx')).then(
      (loaded) => setPart(loaded),
      // the page is complete without it
      () => delete document.documentElement.dataset['notices'],
    )
  }, [])

  return <div className="notices">{part && <part.CurrentNotice />}</div>
}
