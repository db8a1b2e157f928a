"""Notes on calls, lists, subscriptions and tasks, and how they ended."""

from __future__ import annotations

from typing import Final

from inspector.translation import QT_TRANSLATE_NOOP

__all__ = ["TEXTS"]

TEXTS: Final = (
    QT_TRANSLATE_NOOP("Recorded", "#{exchange}, {age} s old, fresh for {left} s more, {scope}"),
    QT_TRANSLATE_NOOP("Recorded", "#{exchange}: {method} declined, nothing was sent"),
    QT_TRANSLATE_NOOP("Recorded", "#{exchange}: {method} dismissed, nothing was sent"),
    QT_TRANSLATE_NOOP("Recorded", "#{exchange}: {method} refused, nothing was sent"),
    QT_TRANSLATE_NOOP("Recorded", "#{exchange}: cancelled while it waited for a sign-in"),
    QT_TRANSLATE_NOOP("Recorded", "#{exchange}: cancelled while it waited for an answer of the person"),
    QT_TRANSLATE_NOOP("Recorded", "acknowledged what was not asked for: {extra}"),
    QT_TRANSLATE_NOOP("Recorded", "an answer about it is about another task, “{id}”"),
    QT_TRANSLATE_NOOP("Recorded", "an answer about it is no task"),
    QT_TRANSLATE_NOOP("Recorded", "an answer came through the browser with another state: not taken"),
    QT_TRANSLATE_NOOP("Recorded", "an error without words"),
    QT_TRANSLATE_NOOP("Recorded", "an event came before the acknowledgement"),
    QT_TRANSLATE_NOOP("Recorded", "authorized; the request is sent again"),
    QT_TRANSLATE_NOOP("Recorded", "cancelled by the person"),
    QT_TRANSLATE_NOOP("Recorded", "connected: {era} era, revision {revision}; {reason}"),
    QT_TRANSLATE_NOOP("Recorded", "createdAt or lastUpdatedAt is missing"),
    QT_TRANSLATE_NOOP("Recorded", "did not last"),
    QT_TRANSLATE_NOOP("Recorded", "following task {id} failed"),
    QT_TRANSLATE_NOOP("Recorded", "it ended without an acknowledgement"),
    QT_TRANSLATE_NOOP("Recorded", "it gives no status"),
    QT_TRANSLATE_NOOP("Recorded", "it is {status}, but carries no outcome"),
    QT_TRANSLATE_NOOP("Recorded", "it was acknowledged twice"),
    QT_TRANSLATE_NOOP("Recorded", "it went from {before} to {now}; a task that has ended must not change"),
    QT_TRANSLATE_NOOP("Recorded", "its closing result does not carry its subscription id"),
    QT_TRANSLATE_NOOP("Recorded", "its createdAt changed"),
    QT_TRANSLATE_NOOP("Recorded", "its status “{now}” is not one that the protocol has"),
    QT_TRANSLATE_NOOP("Recorded", "its ttl is missing; it must be a number or null"),
    QT_TRANSLATE_NOOP("Recorded", "no acknowledgement within {patience_s} s"),
    QT_TRANSLATE_NOOP("Recorded", "no answer is recorded"),
    QT_TRANSLATE_NOOP("Recorded", "no entry of a HAR: {error}"),
    QT_TRANSLATE_NOOP("Recorded", "no entry of an export"),
    QT_TRANSLATE_NOOP("Recorded", "no entry of an export: {error}"),
    QT_TRANSLATE_NOOP("Recorded", "no record: {error}"),
    QT_TRANSLATE_NOOP("Recorded", "nor can this be read; what else cannot is only counted"),
    QT_TRANSLATE_NOOP("Recorded", "no scope"),
    QT_TRANSLATE_NOOP("Recorded", "polling stopped after {failures} failures: {text}"),
    QT_TRANSLATE_NOOP("Recorded", "replaced by one that asks for more or less"),
    QT_TRANSLATE_NOOP("Recorded", "signed out"),
    QT_TRANSLATE_NOOP("Recorded", "signed out: the authorization server does not renew the token any more"),
    QT_TRANSLATE_NOOP("Recorded", "still refused ({status}) with a token that was made for this request"),
    QT_TRANSLATE_NOOP("Recorded", "stopped by us"),
    QT_TRANSLATE_NOOP("Recorded", "tasks/result was answered before the task had ended"),
    QT_TRANSLATE_NOOP("Recorded", "tasks/update for “{key}” was refused"),
    QT_TRANSLATE_NOOP("Recorded", "the answer to “{key}” was not acknowledged: {error}"),
    QT_TRANSLATE_NOOP("Recorded", "the answer's stream broke; the request was sent again under a new id"),
    QT_TRANSLATE_NOOP("Recorded", "the connection was closed while a task was followed"),
    QT_TRANSLATE_NOOP("Recorded", "the connection was lost"),
    QT_TRANSLATE_NOOP("Recorded", "the file ends without an answer"),
    QT_TRANSLATE_NOOP(
        "Recorded", "the headers did not match (-32020); the tools were listed again and the call repeated"
    ),
    QT_TRANSLATE_NOOP("Recorded", "the list has more pages than a walk may take: it was ended there"),
    QT_TRANSLATE_NOOP("Recorded", "the list is larger than a walk may take: it was ended there"),
    QT_TRANSLATE_NOOP("Recorded", "the connection is over: only the beginning of the list is kept"),
    QT_TRANSLATE_NOOP(
        "Recorded", "{list}: the list is larger than a walk may take: it was ended there (page {number})"
    ),
    QT_TRANSLATE_NOOP("Recorded", "the listening stream"),
    QT_TRANSLATE_NOOP(
        "Recorded", "the listening stream ended {most_listening} times without a message; left so"
    ),
    QT_TRANSLATE_NOOP("Recorded", "the listening stream ended; taken up again in {pause} ms"),
    QT_TRANSLATE_NOOP(
        "Recorded", "the listening stream ended; taken up again in {pause} ms after event {event}"
    ),
    QT_TRANSLATE_NOOP("Recorded", "the listening stream was refused (HTTP {status}); left so"),
    QT_TRANSLATE_NOOP("Recorded", "the log does not hold this message whole"),
    QT_TRANSLATE_NOOP("Recorded", "the log names this message, but does not hold it"),
    QT_TRANSLATE_NOOP("Recorded", "the next page could not be fetched"),
    QT_TRANSLATE_NOOP("Recorded", "the server closed during server/discover; connected again for initialize"),
    QT_TRANSLATE_NOOP("Recorded", "the server does not know this task (any more)"),
    QT_TRANSLATE_NOOP("Recorded", "the server ended ({exit_text})"),
    QT_TRANSLATE_NOOP("Recorded", "the server ended during server/discover; started again for initialize"),
    QT_TRANSLATE_NOOP("Recorded", "the server forgot the session"),
    QT_TRANSLATE_NOOP(
        "Recorded", "the server gave a cursor that it had given before: the walk was ended there"
    ),
    QT_TRANSLATE_NOOP(
        "Recorded", "the server no longer knew the session; a new one was started and the request sent again"
    ),
    QT_TRANSLATE_NOOP(
        "Recorded", "the server wants another nonce in the proof of the token; sent again with it"
    ),
    QT_TRANSLATE_NOOP("Recorded", "the server wants revision {revision}; the request was repeated in it"),
    QT_TRANSLATE_NOOP("Recorded", "the session ended before the answer came"),
    QT_TRANSLATE_NOOP("Recorded", "the stream ended {most_attempts} times without an answer"),
    QT_TRANSLATE_NOOP("Recorded", "the stream of #{key}"),
    QT_TRANSLATE_NOOP("Recorded", "the stream of #{key} ended; taken up again in {pause} ms"),
    QT_TRANSLATE_NOOP(
        "Recorded", "the stream of #{key} ended; taken up again in {pause} ms after event {event}"
    ),
    QT_TRANSLATE_NOOP("Recorded", "the subscription {id} was dropped ({dropped}); again in {pause_s} s"),
    QT_TRANSLATE_NOOP("Recorded", "the task waits for input, and nobody here answers"),
    QT_TRANSLATE_NOOP("Recorded", "the whole list"),
    QT_TRANSLATE_NOOP("Recorded", "there are more pages"),
    QT_TRANSLATE_NOOP("Recorded", "timed out after {seconds} s"),
    QT_TRANSLATE_NOOP("Recorded", "was refused"),
    QT_TRANSLATE_NOOP("Recorded", "{asked}: no request sent, from the cache: {kept}"),
    QT_TRANSLATE_NOOP("Recorded", "{dropped}; again in {pause_s} s"),
    QT_TRANSLATE_NOOP(
        "Recorded", "{list}: the list has more pages than a walk may take: it was ended there (page {number})"
    ),
    QT_TRANSLATE_NOOP("Recorded", "{list}: the next page could not be fetched (page {number})"),
    QT_TRANSLATE_NOOP(
        "Recorded",
        "{list}: the server gave a cursor that it had given before: the walk was ended there (page {number})",
    ),
    QT_TRANSLATE_NOOP("Recorded", "{list}: the whole list (page {number})"),
    QT_TRANSLATE_NOOP("Recorded", "{list}: there are more pages (page {number})"),
    QT_TRANSLATE_NOOP("Recorded", "{method} {subject}: not asked for"),
    QT_TRANSLATE_NOOP("Recorded", "{method}: the server does not know its cursor any more; begun again"),
    QT_TRANSLATE_NOOP("Recorded", "{text}; given up after {attempts} attempts"),
)
