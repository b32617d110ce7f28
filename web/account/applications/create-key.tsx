import { type Dispatch, type SetStateAction, useState, useEffect, useRef } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/action/button.tsx'
import { CopyButton } from '../../ui/action/copy-button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { KeyForm } from './key-form.tsx'
import type { UsableApplication } from './use-applications.ts'
import { toast } from '../../lib/toast.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** What the dialogs show; `leaving` asks about a key that was not copied. */
export type CreationStep = 'closed' | 'form' | 'key' | 'leaving'

interface CreateKeyProps {
  step: CreationStep
  onStep: Dispatch<SetStateAction<CreationStep>>
  email: string
  applications: readonly UsableApplication[]
  onMade: () => void
}

/** The dialogs that make an API key and show it once; closing without a copy asks once. */
export function CreateKey({ step, onStep, email, applications, onMade }: CreateKeyProps) {
  const { toolsUrl } = useSite()
  const [key, setKey] = useState('')
  const [isCopied, setIsCopied] = useState(false)

  // also when the dialog was closed meanwhile: a key that exists must be seen
  function show(made: string) {
    setKey(made)
    setIsCopied(false)
    onStep('key')
    onMade()
  }

  // a dialog that closes itself reports that too, after the next step has begun
  function leave() {
    if (step === 'key') onStep(isCopied ? 'closed' : 'leaving')
    else if (step === 'form') onStep('closed')
  }
  const leaveAnyway = () => onStep((now) => (now === 'leaving' ? 'closed' : now))

  return (
    <>
      <Dialog
        isOpen={step === 'form' || step === 'key'}
        onClose={leave}
        title={step === 'key' ? '密钥已新建' : '新建密钥'}
      >
        {step === 'key' ? (
          <NewKey
            keyText={key}
            hasTools={applications.some(({ url }) => url?.startsWith(toolsUrl))}
            onCopied={() => setIsCopied(true)}
            onClose={leave}
          />
        ) : (
          <KeyForm email={email} applications={applications} onMade={show} onCancel={leave} />
        )}
      </Dialog>
      <Dialog
        isOpen={step === 'leaving'}
        onClose={leaveAnyway}
        title="密钥尚未复制"
        actions={
          <>
            <Button onClick={leaveAnyway}>放弃并关闭</Button>
            <Button kind="primary" onClick={() => onStep('key')}>
              返回复制
            </Button>
          </>
        }
      >
        <p>关闭后无法再次查看该密钥，只能停用后新建。</p>
      </Dialog>
    </>
  )
}

interface NewKeyProps {
  keyText: string
  /** Keys work at the operator's tools, too. */
  hasTools: boolean
  onCopied: () => void
  onClose: () => void
}

/** A new API key, shown this once. */
function NewKey({ keyText, hasTools, onCopied, onClose }: NewKeyProps) {
  const { toolsUrl, toolsLabel } = useSite()
  const copyButton = useRef<HTMLButtonElement>(null)

  // the form that had the focus is gone
  useEffect(() => copyButton.current?.focus(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(keyText)
      onCopied()
      toast('密钥已复制')
    } catch {
      toast('复制失败，请手动复制', 'bad')
    }
  }

  return (
    <>
      <code className="new-key" translate="no" onCopy={onCopied}>
        {keyText}
      </code>
      <Notice kind="wait">
        密钥仅显示这一次。请立即复制并保存到密码管理器，不要写入代码仓库，也不要发给他人。
      </Notice>
      {hasTools && (
        <p>
          {toolsLabel}的接口地址：
          <CopyButton text={`${toolsUrl}/v1`} what="接口地址" />
          <br />
          <Link to="/tutorial#clients">在您的客户端里使用</Link>
        </p>
      )}
      <div className="dialog-actions">
        <Button onClick={onClose}>完成</Button>
        <Button kind="primary" icon="copy" ref={copyButton} onClick={() => void copy()}>
          复制密钥
        </Button>
      </div>
    </>
  )
}
