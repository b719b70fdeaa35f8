// Serves the page and one recording, as `abut view` does, and counts what is asked for.
import { readFileSync } from "node:fs";
import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export class Server {
  recording: Uint8Array = new Uint8Array(0);
  /** Pieces of the recording that were given since it was set. */
  pieces: { first: number; length: number }[] = [];
  private readonly page = readFileSync(process.env.ABUT_PAGE!);
  private readonly http: HttpServer = createServer((request, response) => this.answer(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.http.listen(0, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }

  get address(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}/`;
  }

  get bytesGiven(): number {
    return this.pieces.reduce((sum, { length }) => sum + length, 0);
  }

  give(recording: Uint8Array): void {
    this.recording = recording;
    this.pieces = [];
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    if (request.url === "/") response.setHeader("Content-Type", "text/html; charset=utf-8").end(this.page);
    else if (request.url === "/recording.abut") this.answerRange(request, response);
    else response.writeHead(404).end();
  }

  private answerRange(request: IncomingMessage, response: ServerResponse): void {
    const [first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "")!.slice(1).map(Number);
    const bytes = this.recording.subarray(first, last + 1);
    const range = `bytes ${first}-${first + bytes.length - 1}/${this.recording.length}`;
    response.writeHead(206, { "Content-Range": range, "Content-Length": bytes.length });
    if (request.method === "HEAD") return void response.end();
    this.pieces.push({ first, length: bytes.length });
    response.end(bytes);
  }
}
