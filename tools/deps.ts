import type { Owners } from './api/owners.ts'
import type { ToolsConfig } from './config.ts'
import type { Pages } from './pages/pages.ts'
import type { PictureReader } from './pictures/picture-reader.ts'
import type { PictureRunner } from './pictures/run-pictures.ts'
import type { Shop } from './shop/shop.ts'
import type { CookieJar } from './sign-on/cookies.ts'
import type { OpenId } from './sign-on/open-id.ts'
import type { Sessions } from './sign-on/sessions.ts'

/** What routes reach for. */
export interface ToolsDeps {
  config: ToolsConfig
  shop: Shop
  openId: OpenId
  sessions: Sessions
  cookies: CookieJar
  owners: Owners
  pictureReader: PictureReader
  runPictures: PictureRunner
  pages: Pages
}
