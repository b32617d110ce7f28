import { type ComponentType, useEffect, useState } from 'react'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { ResetLinkPanel } from '../password/reset-link-panel.tsx'

type Panel = ComponentType<{ token: string }>

const PANELS = {
  undo: async () => (await import('./undo-email-panel.tsx')).UndoEmailPanel,
  stop: async () => (await import('./recovery-panels.tsx')).StopRecoveryPanel,
  confirm: async () => (await import('./recovery-panels.tsx')).ConfirmRecoveryPanel,
} satisfies Record<string, () => Promise<Panel>>

interface EmailLinkProps {
  kind: keyof typeof PANELS
  token: string
}

/** A link about a change of e-mail: few people ever open one, so its panel is loaded then. */
export function EmailLink({ kind, token }: EmailLinkProps) {
  const [panel, setPanel] = useState<{ Panel: Panel }>()
  const [failure, setFailure] = useState<Error>()

  useEffect(() => {
    loadChunk(PANELS[kind]).then((loaded) => setPanel({ Panel: loaded }), setFailure)
  }, [kind])

  // the page's error screen offers to load it again
  if (failure !== undefined) throw failure
  return panel === undefined ? (
    <ResetLinkPanel arrival={undefined} />
  ) : (
    <panel.Panel token={token} />
  )
}
