import { createContext, type ReactNode, use } from 'react'
import { listConsoleInvoices } from '#contract/console/invoices.ts'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { useConsoleSite } from '../lib/console-site.ts'

interface WaitingInvoices {
  count: number
  reload: () => void
}

const WaitingContext = createContext<WaitingInvoices | null>(null)

/** Loads how many invoices wait for somebody, once for rail and pages. */
export function WaitingInvoicesProvider({ children }: { children: ReactNode }) {
  const { invoices } = useConsoleSite()
  const { data = 0, reload } = useLoad('waiting-invoices', async (signal) => {
    if (!invoices) return 0
    const options = { signal, isQuiet: true, isSilent: true }
    const { count } = await callConsole(listConsoleInvoices, { open: '1', limit: 1 }, options)
    return count.count
  })
  return <WaitingContext value={{ count: data, reload }}>{children}</WaitingContext>
}

export function useWaitingInvoices(): WaitingInvoices {
  const waiting = use(WaitingContext)
  if (waiting === null) throw new Error('There is no WaitingInvoicesProvider above this component')
  return waiting
}
