import { type DragEvent, useRef, useState } from 'react'
import { uploadInvoiceFile } from '#contract/console/invoices.ts'
import { INVOICE_FILE_MAX } from '#contract/invoices/invoice-fields.ts'
import { CallError } from '#web/lib/call/classify-failure.ts'
import { FieldFrame } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import { useCrash } from '#web/ui/feedback/use-crash.ts'
import { IconButton } from '#web/ui/action/button.tsx'
import { bytesText } from '../lib/bytes-text.ts'
import { callConsole } from '../lib/call.ts'
import { UPLOADING } from './given.ts'
import { readPdf, pdfProblem } from './read-pdf.ts'

interface UploadFieldProps {
  name: string
  label: string
  hint: string | undefined
  isRequired: boolean
}

type Chosen = { is: 'none' } | { is: 'sending' | 'sent'; name: string; bytes: number }

/** A slow line takes so long for 2 MB. */
const TIMEOUT_MS = 120_000

/** Sends a chosen or dropped PDF at once; the form gets the id under which the server has it. */
export function UploadField({ name, label, hint, isRequired }: UploadFieldProps) {
  const value = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const sending = useRef<AbortController>(null)
  const [chosen, setChosen] = useState<Chosen>({ is: 'none' })
  const [problem, setProblem] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const crash = useCrash()

  /** The form hears of it: what it has previewed no longer holds. */
  function give(id: string) {
    if (!value.current) return
    value.current.value = id
    value.current.dispatchEvent(new Event('input', { bubbles: true }))
  }

  function clear(why?: string) {
    sending.current?.abort()
    if (picker.current) picker.current.value = ''
    setChosen({ is: 'none' })
    setProblem(why)
    give('')
  }

  async function send(file: File) {
    clear()
    const wrong = await pdfProblem(file)
    if (wrong !== undefined) return clear(wrong)
    const controller = new AbortController()
    sending.current = controller
    setChosen({ is: 'sending', name: file.name, bytes: file.size })
    give(UPLOADING)
    try {
      const content = await readPdf(file)
      const sent = await callConsole(
        uploadInvoiceFile,
        { name: file.name.slice(-200), content },
        { isQuiet: true, signal: controller.signal, timeoutMs: TIMEOUT_MS },
      )
      setChosen({ is: 'sent', ...sent })
      give(sent.id)
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof CallError)) return crash(error)
      clear(`上传失败：${Object.values(error.fields).join('；') || error.message}`)
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) void send(file)
  }

  return (
    <FieldFrame
      name={name}
      label={label}
      hint={hint}
      error={problem}
      aside={isRequired ? undefined : <span className="faint">可不填</span>}
    >
      {({ name: _, ...inputProps }) => (
        <>
          <input ref={value} type="hidden" name={name} />
          <div
            className={isOver ? 'upload is-over' : 'upload'}
            onDragOver={(event) => {
              event.preventDefault()
              setIsOver(true)
            }}
            onDragLeave={() => setIsOver(false)}
            onDrop={drop}
          >
            <input
              ref={picker}
              type="file"
              accept="application/pdf,.pdf"
              {...inputProps}
              onChange={({ currentTarget: { files } }) => {
                const file = files?.[0]
                if (file) void send(file)
              }}
            />
            <Icon name={chosen.is === 'sent' ? 'check' : 'file'} />
            <span role="status">
              <UploadText chosen={chosen} />
            </span>
            {chosen.is === 'sending' && <progress aria-label="正在上传" />}
            {chosen.is !== 'none' && (
              <IconButton
                icon="close"
                label={chosen.is === 'sending' ? '停止上传' : '不用这个文件'}
                onClick={() => clear()}
              />
            )}
          </div>
        </>
      )}
    </FieldFrame>
  )
}

function UploadText({ chosen }: { chosen: Chosen }) {
  if (chosen.is === 'none')
    return (
      <>
        选择 PDF，或拖到这里
        <small>不超过 {bytesText(INVOICE_FILE_MAX)}</small>
      </>
    )
  return (
    <>
      {chosen.name}
      <small>
        {bytesText(chosen.bytes)}，{chosen.is === 'sending' ? '正在上传' : '已上传'}
      </small>
    </>
  )
}
