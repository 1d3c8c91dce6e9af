/** 404.html is served at any depth, so it refers to no other file. */
import { POLICY } from './Shell';

export function NotFound() {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* Without it a browser asks for /favicon.ico, outside the site's folder. */}
        <link rel="icon" href="data:," />
        <title>Not found · Workings</title>
        <meta name="description" content="There is no page at this address." />
        <style>
          {'body{font:18px/1.55 Charter,Cambria,serif;max-width:34rem;margin:15vh auto;padding:0 1rem}'}
        </style>
      </head>
      <body>
        <main>
          <h1>There is no page at this address</h1>
          <p>
            It may have been typed wrongly, or the page has moved. Go back, or open the site’s start page and
            look there.
          </p>
        </main>
      </body>
    </html>
  );
}
