import type { ComponentProps } from 'react'
import { useOperator } from '../lib/session.ts'
import { ExportButton } from './export-button.tsx'

/** The button at the right end of a list's heading; nothing for those who may not. */
export function ExportActions(props: ComponentProps<typeof ExportButton>) {
  if (!useOperator().permissions.includes('export')) return null
  return (
    <span className="row-actions">
      <ExportButton {...props} />
    </span>
  )
}
