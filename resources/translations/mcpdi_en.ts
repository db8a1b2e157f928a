<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>ExtraRows</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ObjectEditor</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_Deprecated</name>
    <message numerus="yes">
        <source>Deprecated (%n)</source>
        <translation>
            <numerusform>Deprecated (%n)</numerusform>
            <numerusform>Deprecated (%n)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_ExtraRow</name>
    <message numerus="yes">
        <source>The name must have at least %n character(s)</source>
        <translation>
            <numerusform>The name must have at least %n character</numerusform>
            <numerusform>The name must have at least %n characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The name must have at most %n character(s)</source>
        <translation>
            <numerusform>The name must have at most %n character</numerusform>
            <numerusform>The name must have at most %n characters</numerusform>
        </translation>
    </message>
</context>
</TS>
