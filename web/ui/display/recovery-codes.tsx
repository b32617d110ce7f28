import { useState } from 'react'
import { saveFile } from '../../lib/save-file.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../action/button.tsx'
import { Checkbox } from '../form/checkbox.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** Of the file that is downloaded. */
  fileName: string
  continueLabel: string
  /** Called after the user has said that the codes are kept. */
  onContinue: () => void
}

/** Ten recovery codes, which the server shows once. */
export function RecoveryCodes({ codes, fileName, continueLabel, onContinue }: RecoveryCodesProps) {
  const [isKept, setIsKept] = useState(false)
  const shown = codes.map(inGroups)
  const text = shown.join('\n')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast('恢复码已复制')
    } catch {
      toast('复制失败，请下载或抄写', 'bad')
    }
  }

  return (
    <div className="recovery">
      <p>
        无法使用通行密钥和验证器时，可用恢复码登录，每个限用一次，
        <strong>仅显示这一次</strong>。请保存到密码管理器，或打印后妥善保管。
      </p>
      <ol className="recovery-codes" aria-label="恢复码">
        {shown.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ol>
      <div className="row-actions">
        <Button size="small" icon="copy" onClick={() => void copy()}>
          复制全部
        </Button>
        <Button
          size="small"
          icon="save"
          onClick={() => saveFile(fileName, `${text}\n`, 'text/plain')}
        >
          下载
        </Button>
      </div>
      <Checkbox name="kept" checked={isKept} onChange={() => setIsKept(!isKept)}>
        我已保存
      </Checkbox>
      <Button kind="primary" isWide disabled={!isKept} onClick={onContinue}>
        {continueLabel}
      </Button>
    </div>
  )
}

/** Four groups of four, as the field of the sign-in accepts them. */
function inGroups(code: string): string {
  return code.includes('-') ? code : (code.match(/.{1,4}/g) ?? []).join('-')
}
