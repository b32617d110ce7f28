import type { WaitingOutcome } from '#contract/console/shapes.ts'
import { formatDayTime } from '#web/lib/format/day-time.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Ask } from '../frame/ask.tsx'
import { useConsoleSite } from '../lib/console-site.ts'

interface WaitingDialogProps {
  title: string
  outcome: WaitingOutcome
  onClose: () => void
}

/** A colleague has to sign. */
export function WaitingDialog({ title, outcome, onClose }: WaitingDialogProps) {
  const { until, isBeyondSum = false } = outcome
  const { timeZone } = useConsoleSite()
  return (
    <Ask title={title} onClose={onClose}>
      <div className="ask-body">
        <Notice kind="wait" role="status" actions={<Link to="/signatures">看待签字</Link>}>
          还没有执行：
          {isBeyondSum ? '加上今天做过的，超过了您的单日额度。' : '这个操作要两个人同意。'}
          请另一位所有者或财务签字，有效到{' '}
          <time dateTime={until}>{formatDayTime(until, timeZone)}</time>。
        </Notice>
      </div>
      <footer>
        <Button kind="primary" onClick={onClose}>
          知道了
        </Button>
      </footer>
    </Ask>
  )
}
