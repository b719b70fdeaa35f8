// The program itself, from ABUT_PROGRAM.
import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

export const program = process.env.ABUT_PROGRAM ?? "";
export const noProgram = "ABUT_PROGRAM is not set: give the path of a built abut to test its pages";

export function run(args: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  return { code: status, output: stdout + stderr };
}

export function readJson<Report>(file: string): Report {
  return JSON.parse(readFileSync(file, "utf8")) as Report;
}

/** A run that serves its page until it is interrupted. */
export class ServingProgram {
  private output = "";
  private readonly process: ChildProcess;
  private readonly ended: Promise<number | null>;

  constructor(args: string[]) {
    this.process = spawn(program, [...args, "--no-browser"], { stdio: ["ignore", "pipe", "pipe"] });
    this.ended = new Promise((resolve) => this.process.on("exit", resolve));
  }

  /** What it prints when the page is there. */
  address(): Promise<string> {
    return new Promise((resolve, reject) => {
      const listen = (text: Buffer) => {
        this.output += text.toString();
        const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(this.output);
        if (found) resolve(found[0]);
      };
      this.process.stdout!.on("data", listen);
      this.process.stderr!.on("data", listen);
      void this.ended.then(() => reject(new Error(`abut ended without an address:\n${this.output}`)));
    });
  }

  /** Ctrl-C; gives the exit code. */
  interrupt(): Promise<number | null> {
    this.process.kill("SIGINT");
    return this.ended;
  }
}
