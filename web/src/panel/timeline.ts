// The frames of a recording: buttons, a scrubber, speed.
import { capitalised, type App } from "./app";
import { iconButton, setIcon, setPressed } from "./button";
import type { CommandName, Commands } from "./commands";
import { byId, element, setText } from "./dom";
import { count } from "./format";
import type { IconName } from "./icons";
import { makePlots } from "./plots";
import { rates } from "./player";

export function makeTimeline(app: App, commands: Commands): void {
  const button = (name: CommandName, iconName: IconName) => {
    const { label, keys, run } = commands[name];
    return iconButton({ icon: iconName, label, keys, testId: `time-${name}`, onClick: run });
  };
  const play = button("play", "play");
  const loop = iconButton({
    icon: "loop",
    label: "Play again and again",
    testId: "time-loop",
    pressed: false,
    onClick: () => app.player.setLooping(!app.player.isLooping),
  });
  const scrubber = makeScrubber(app);
  const rate = makeRate(app);
  const name = element("span", { class: "frame-name", "data-testid": "frame-name" });
  const place = element("span", { class: "frame-place", "data-testid": "frame-place" });

  byId("time-controls").append(
    element(
      "div",
      { class: "buttons", role: "group", "aria-label": "Playback" },
      button("firstFrame", "first"),
      button("previousFrame", "previous"),
      play,
      button("nextFrame", "next"),
      button("lastFrame", "last"),
    ),
    scrubber,
    element("div", { class: "frame-text" }, place, name),
    rate,
    loop,
  );
  makePlots(app);

  app.on("recording", () => {
    byId("timeline").hidden = app.frameCount < 2;
    scrubber.max = String(Math.max(0, app.frameCount - 1));
    scrubber.setAttribute("aria-label", capitalised(app.frameWord));
    const longest = app.recording!.frames.reduce((most, _, number) => Math.max(most, app.frameName(number).length), 0);
    name.style.minWidth = `${Math.min(16, longest)}ch`; // so that nothing jumps while frames play
    place.style.minWidth = `${2 * count(app.frameCount).length + 3}ch`;
  });
  app.on(["recording", "wanted", "frame"], () => {
    scrubber.value = String(app.wantedFrame);
    scrubber.style.setProperty("--share", String(app.wantedFrame / Math.max(1, app.frameCount - 1)));
    setText(name, app.frameName(app.wantedFrame));
    setText(place, `${count(app.wantedFrame + 1)} of ${count(app.frameCount)}`);
    scrubber.setAttribute("aria-valuetext", `${name.textContent}, ${place.textContent}`);
    name.title = name.textContent ?? "";
  });
  app.on(["recording", "player"], () => {
    const { isPlaying, isLooping } = app.player;
    setIcon(play, isPlaying ? "pause" : "play", isPlaying ? "Pause" : "Play", "Space");
    setPressed(loop, isLooping);
    rate.value = String(app.player.rate);
  });
}

function makeScrubber(app: App): HTMLInputElement {
  const scrubber = element("input", {
    type: "range",
    class: "scrubber",
    min: 0,
    step: 1,
    "data-testid": "scrubber",
    oninput: () => app.goTo(Number(scrubber.value)),
  });
  return scrubber;
}

function makeRate(app: App): HTMLSelectElement {
  const options = rates.map((rate) => element("option", { value: rate }, `${rate} fps`));
  const select = element(
    "select",
    {
      "aria-label": "Speed",
      title: "Frames per second",
      "data-testid": "time-rate",
      onchange: () => app.player.setRate(Number(select.value)),
    },
    ...options,
  );
  return select;
}
