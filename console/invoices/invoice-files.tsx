import { downloadInvoiceFile, readConsoleInvoice } from '#contract/console/invoices.ts'
import { searchOf } from '#web/lib/href.ts'
import { Button } from '#web/ui/action/button.tsx'
import { useAction } from '#web/ui/action/use-action.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { callConsole } from '../lib/call.ts'
import { DayTime } from '../panel/cells.tsx'
import { Panel, PanelNone } from '../panel/panel.tsx'
import { bytesText } from '../lib/bytes-text.ts'
import type { InvoiceDetail } from './invoice-detail.ts'

const NAMES = { invoice: '发票', reversal: '红字发票' } as const

/** The stored PDFs. */
export function InvoiceFiles({ invoice: { id, files } }: { invoice: InvoiceDetail }) {
  return (
    <Panel title="文件" count={files.length}>
      {files.length === 0 ? (
        <PanelNone>还没有 PDF。</PanelNone>
      ) : (
        <ul className="op-list">
          {files.map((file) => (
            <li key={file.file}>
              <Icon name="file" />
              <span>
                <b>{NAMES[file.file]}</b> {file.name}
                <small>
                  {bytesText(file.bytes)} · <DayTime iso={file.uploadedAt} /> · {file.uploadedBy}
                </small>
              </span>
              <DownloadButton invoice={id} file={file.file} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function DownloadButton({ invoice, file }: { invoice: string; file: 'invoice' | 'reversal' }) {
  const { isBusy, run } = useAction(async () => {
    // a refusal is shown as that of any other call, not as a broken file
    await callConsole(readConsoleInvoice, { invoice })
    const link = document.createElement('a')
    link.href = downloadInvoiceFile.path + searchOf({ invoice, file })
    link.download = ''
    link.click()
  })
  return (
    <Button
      size="small"
      icon="save"
      isBusy={isBusy}
      onClick={run}
      aria-label={`下载${NAMES[file]}`}
    >
      下载
    </Button>
  )
}
