import { useEffect, useRef } from 'react'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/action/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

interface NewKeyProps {
  keyText: string
  onCopied: () => void
  onClose: () => void
}

/** A new API key, shown this once. */
export function NewKey({ keyText, onCopied, onClose }: NewKeyProps) {
  const copyButton = useRef<HTMLButtonElement>(null)

  // the form that had the focus is gone
  useEffect(() => copyButton.current?.focus(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(keyText)
      onCopied()
      toast('密钥已复制')
    } catch {
      toast('复制失败，请选择密钥，自己复制', 'bad')
    }
  }

  return (
    <>
      <code className="new-key" translate="no" onCopy={onCopied}>
        {keyText}
      </code>
      <Notice kind="wait">
        密钥只显示这一次。请现在复制，保存在密码管理器里，不要写进代码仓库，也不要发给别人。
      </Notice>
      <div className="dialog-actions">
        <Button onClick={onClose}>完成</Button>
        <Button kind="primary" icon="copy" ref={copyButton} onClick={() => void copy()}>
          复制密钥
        </Button>
      </div>
    </>
  )
}
