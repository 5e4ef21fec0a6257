// DeviceNotice is what a tab asks the service worker to show. What people wrote to each other is not in it: it may be read on a locked screen.
export interface DeviceNotice {
  title: string;
  body: string;
  lang: string;
  path: string; // of the page that it leads to, below /desk
}
